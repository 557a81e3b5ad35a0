;;; compiling.el --- Compile plan from the code actions, then visit the file that it names  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defvar said nil "The last message of the server about a plan.")

(defun note-message (format &rest arguments)
  "Remember the message that FORMAT and ARGUMENTS make."
  (when format
    (let ((text (apply #'format-message format arguments)))
      (when (string-match-p "Server reports.*plan" text)
        (setq said (substring-no-properties text))))))

(defun visit-named-file ()
  "Visit the compiled plan that the message names, if it names one."
  (when (string-match "\\S-+\\.plan-output\\.json" said)
    (find-file (match-string 0 said))))

(advice-add 'message :before #'note-message)
(advice-add 'completing-read :override (lambda (&rest _) "Compile plan"))
(session-open session-argument)
(setq last-nonmenu-event ?\r)
(eglot-code-actions (point) (point) nil t)
(session-wait "a message" (lambda () said))
(visit-named-file)
(session-finish `((said . ,said) (shown . ,(session-text)) (name . ,(buffer-name))
                  (readonly . ,(if buffer-read-only t :json-false))))

;;; compiling.el ends here
