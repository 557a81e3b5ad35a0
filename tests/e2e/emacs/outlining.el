;;; outlining.el --- the outline, and what is marked with point on a symbol  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defun names (entries)
  "Return the names in the imenu ENTRIES, groups included."
  (apply #'append
         (mapcar (lambda (entry)
                   (cons (substring-no-properties (car entry))
                         (and (consp (cdr entry)) (names (cdr entry)))))
                 entries)))

(defun marked ()
  "Return the texts that eglot marks for the symbol at point."
  (eglot-hover-eldoc-function #'ignore)
  (session-wait "marks" (lambda () eglot--highlights))
  (mapcar (lambda (overlay)
            (format "%d: %s" (line-number-at-pos (overlay-start overlay))
                    (buffer-substring-no-properties (overlay-start overlay) (overlay-end overlay))))
          eglot--highlights))

(session-open "unsorted.plan-request.json")
(session-go-to "guide.md#in")
(set-window-buffer (selected-window) (current-buffer))
(let ((outline (names (eglot-imenu))))
  (session-finish `((outline . ,(vconcat outline)) (marked . ,(vconcat (marked))))))

;;; outlining.el ends here
