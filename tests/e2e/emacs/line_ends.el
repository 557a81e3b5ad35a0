;;; line_ends.el --- a request with CRLF is laid out, given the line ends of Unix, and saved  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(session-open session-argument)
(let ((before (coding-system-eol-type buffer-file-coding-system)))
  (eglot-format-buffer)
  (execute-kbd-macro (kbd "C-x RET f unix RET"))
  (save-buffer)
  (session-finish `((before . ,(if (eq before 1) "dos" "unix")))))

;;; line_ends.el ends here
