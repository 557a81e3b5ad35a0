;;; diagnostics.el --- a broken request is underlined until it is mended  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(defun underlined (diagnostic)
  "Return the message of DIAGNOSTIC, the line on which it is and the text that it underlines."
  (let ((beginning (flymake-diagnostic-beg diagnostic)))
    `((message . ,(flymake-diagnostic-text diagnostic))
      (line . ,(line-number-at-pos beginning))
      (text . ,(buffer-substring-no-properties beginning (flymake-diagnostic-end diagnostic))))))

(session-open "broken.plan-request.json")
(session-wait "a finding" #'session-diagnostics)
(let ((before (mapcar #'underlined (session-diagnostics))))
  (session-change
   (lambda ()
     (goto-char (point-min))
     (forward-line 2)
     (insert "  \"request_id\": \"request-1\",\n")))
  (session-wait "the finding to go"
                (lambda () (not (string-match-p "request_id" (string-join (session-messages) "\n")))))
  (let ((after (session-messages)))
    (eglot-shutdown (eglot-current-server) nil 10)
    (session-finish `((before . ,(vconcat before)) (after . ,(vconcat after)) (alive . ,(if (eglot-managed-p) t :json-false))))))

;;; diagnostics.el ends here
