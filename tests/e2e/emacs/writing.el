;;; writing.el --- what the test types is completed as a symbol, and an item chosen  -*- lexical-binding: t -*-
;;; Commentary:
;; The argument is the text that is typed, with | where the cursor stays.
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defun type-text (text)
  "Type TEXT and put point where its | is."
  (insert text)
  (search-backward "|")
  (delete-char 1))

(defun choose (name)
  "Complete at point as C-M-i does, then pick NAME from the list if one came up."
  (completion-at-point)
  (when-let ((list (get-buffer "*Completions*")))
    (pop-to-buffer list)
    (session-go-to name)
    (backward-char)
    (choose-completion)))

(session-open "complete.plan-request.json")
(session-change
 (lambda ()
   (goto-char (point-min))
   (forward-line 6)
   (end-of-line)
   (type-text session-argument)))
(choose "@DOC/docs/guide.md#install")
(switch-to-buffer "complete.plan-request.json")
(session-finish `((line . ,(session-line))))

;;; writing.el ends here
