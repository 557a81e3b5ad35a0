;;; session.el --- what every scenario in Emacs needs  -*- lexical-binding: t -*-
;;; Commentary:
;; The documented configuration, a document opened, waits with a limit, one JSON answer.
;;; Code:

(require 'package)
(package-initialize)
(require 'json)
(require 'xref)
(load (getenv "CORTEX_E2E_CONFIGURATION") nil t)

(setq eglot-sync-connect 60
      eglot-connect-timeout 60
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0
      make-backup-files nil
      create-lockfiles nil)

(defvar session-limit 60 "Seconds that anything may take.")
(defvar session-argument (getenv "CORTEX_E2E_ARGUMENT") "What the test wants done.")

(defun session-open (name)
  "Visit NAME in the opened folder and wait until eglot manages it."
  (let ((default-directory (file-name-as-directory (getenv "CORTEX_E2E_FOLDER"))))
    (switch-to-buffer (find-file-noselect (expand-file-name name)))
    ;; `eglot-ensure' connects after the command that visited the file; in batch mode there is none.
    (run-hooks 'post-command-hook)
    (session-wait "eglot to manage the buffer" (lambda () eglot--managed-mode))))

(defun session-wait (what condition)
  "Wait until CONDITION holds and return its value, or answer that WHAT did not come."
  (let ((deadline (+ (float-time) session-limit))
        (value nil))
    (while (not (setq value (funcall condition)))
      (when (> (float-time) deadline)
        (session-finish `((failure . ,(format "waited in vain for %s" what)))))
      (accept-process-output nil 0.05))
    value))

(defun session-messages ()
  "Return the messages of the diagnostics that flymake shows now."
  (mapcar #'flymake-diagnostic-text (session-diagnostics)))

(defun session-diagnostics ()
  "Return the diagnostics that flymake shows now."
  (flymake-start)
  (flymake-diagnostics))

(defun session-change (function)
  "Edit the buffer with FUNCTION and send the change at once."
  (funcall function)
  (eglot--signal-textDocument/didChange))

(defun session-line ()
  "Return the line at point."
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun session-text ()
  "Return the text of the buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun session-go-to (text)
  "Put point behind TEXT."
  (goto-char (point-min))
  (search-forward text))

(defun session-finish (answer)
  "Write ANSWER where the test reads it, and end."
  (with-temp-file (getenv "CORTEX_E2E_ANSWER")
    (insert (json-encode answer)))
  (kill-emacs 0))

(provide 'session)
;;; session.el ends here
