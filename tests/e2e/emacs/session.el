;;; session.el --- what every scenario in Emacs needs  -*- lexical-binding: t -*-
;;; Commentary:
;; A major mode for plan requests, eglot connected to the server under test, waits with a limit, one JSON answer.
;;; Code:

(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)

(define-derived-mode cortex-plan-request-mode js-mode "Plan request")
(put 'cortex-plan-request-mode 'eglot-language-id "cortex-plan-request")
(add-to-list 'auto-mode-alist '("\\.plan-request\\.json\\'" . cortex-plan-request-mode))
(add-to-list 'eglot-server-programs
             (list 'cortex-plan-request-mode (getenv "CORTEX_E2E_SERVER")))

(setq eglot-sync-connect 20
      eglot-connect-timeout 20
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0
      make-backup-files nil
      create-lockfiles nil)

(defvar session-limit 20 "Seconds that anything may take.")

(defun session-open (name)
  "Visit NAME in the opened folder and connect eglot to it."
  (let ((default-directory (file-name-as-directory (getenv "CORTEX_E2E_FOLDER"))))
    (switch-to-buffer (find-file-noselect (expand-file-name name)))
    (apply #'eglot (eglot--guess-contact))
    (session-wait "eglot to manage the buffer" (lambda () eglot--managed-mode))))

(defun session-wait (what condition)
  "Wait until CONDITION holds, or answer that WHAT did not come."
  (let ((deadline (+ (float-time) session-limit)))
    (while (not (funcall condition))
      (when (> (float-time) deadline)
        (session-finish `((failure . ,(format "waited in vain for %s" what)))))
      (accept-process-output nil 0.05))))

(defun session-messages ()
  "Return the messages of the diagnostics that flymake shows now."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun session-change (function)
  "Edit the buffer with FUNCTION and send the change at once."
  (funcall function)
  (eglot--signal-textDocument/didChange))

(defun session-finish (answer)
  "Write ANSWER where the test reads it, and end."
  (with-temp-file (getenv "CORTEX_E2E_ANSWER")
    (insert (json-encode answer)))
  (kill-emacs 0))

(provide 'session)
;;; session.el ends here
