;;; refactoring.el --- the action whose title starts with the argument is picked  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defvar titles nil "What was offered.")

(defun pick (_prompt items &rest _)
  "Return that of ITEMS which starts with the argument."
  (setq titles (mapcar (lambda (item) (if (consp item) (car item) item)) items))
  (seq-find (lambda (title) (string-prefix-p session-argument title)) titles))

(defun configuration ()
  "Return what cortex.toml says now, saved or not."
  (let ((path (expand-file-name "cortex.toml" (getenv "CORTEX_E2E_FOLDER"))))
    (with-current-buffer (find-file-noselect path) (session-text))))

(advice-add 'completing-read :override #'pick)
(advice-add 'y-or-n-p :override (lambda (&rest _) t))
(session-open "unsorted.plan-request.json")
(session-go-to "guide.md#in")
(setq last-nonmenu-event ?\r)
(eglot-code-actions (point) (point) nil t)
(session-finish `((titles . ,(vconcat titles)) (text . ,(session-text)) (configuration . ,(configuration))))

;;; refactoring.el ends here
