;;; formatting.el --- a request on one line is laid out  -*- lexical-binding: t -*-
;;; Code:

(load (expand-file-name "session.el" (getenv "CORTEX_E2E_SCENARIOS")) nil t)

(session-open "squeezed.plan-request.json")
(eglot-format-buffer)
(session-finish `((text . ,(session-text))))

;;; formatting.el ends here
