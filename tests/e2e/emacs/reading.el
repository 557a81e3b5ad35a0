;;; reading.el --- hover over a symbol, then jump to one of the repository  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defun hover ()
  "Return what eldoc is given for the symbol at point."
  (let ((shown nil))
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
    (session-wait "the hover" (lambda () shown))))

(defun jump (pattern)
  "Go to the first symbol that `xref-find-apropos' finds for PATTERN."
  (xref-pop-to-location (car (xref-backend-apropos 'eglot pattern)))
  `((file . ,(file-name-nondirectory buffer-file-name)) (line . ,(session-line))))

(session-open "reading.plan-request.json")
(session-go-to "guide.md#in")
(let ((hover (hover)))
  (session-finish `((hover . ,(substring-no-properties hover)) (jump . ,(jump "install")))))

;;; reading.el ends here
