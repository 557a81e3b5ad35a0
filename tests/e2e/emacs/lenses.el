;;; lenses.el --- what the lenses say, and what the user was asked  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defvar asked nil "What the user was asked.")
(defvar titles nil "What the lenses say.")
(advice-add 'completing-read :override (lambda (prompt &rest _) (push prompt asked) ""))

(defun title-of (server lens)
  "Return the title of LENS, which SERVER may have left open."
  (let ((command (or (plist-get lens :command)
                     (plist-get (jsonrpc-request server :codeLens/resolve lens) :command))))
    (plist-get command :title)))

(session-open session-argument)
(let* ((server (eglot-current-server))
       (document (list :textDocument (eglot--TextDocumentIdentifier)))
       (lenses (append (jsonrpc-request server :textDocument/codeLens document) nil)))
  (setq titles (mapcar (lambda (lens) (title-of server lens)) lenses))
  (when (member "no index · Build index" titles)
    (session-wait "the question about the index" (lambda () asked)))
  (session-finish `((asked . ,(vconcat asked)) (lenses . ,(vconcat titles)))))

;;; lenses.el ends here
