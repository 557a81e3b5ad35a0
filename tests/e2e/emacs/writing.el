;;; writing.el --- a symbol is completed, then hovered over  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(session-open "complete.plan-request.json")
(session-change
 (lambda ()
   (goto-char (point-min))
   (forward-line 6)
   (end-of-line)
   (insert "\"@DOC/docs/guide.md#ins\"")
   (backward-char)))
(completion-at-point)
(let ((line (buffer-substring-no-properties (line-beginning-position) (line-end-position)))
      (hover nil))
  (backward-char 5)
  (setq hover (plist-get (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                          (eglot--TextDocumentPositionParams) :timeout session-limit)
                         :contents))
  (session-finish `((line . ,line) (hover . ,(plist-get hover :value)))))

;;; writing.el ends here
