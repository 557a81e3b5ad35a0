"""The SQL that both engines take as it stands, with named parameters (`:name`).

`cassette_now_ms()` is the ledger's clock: the server's on PostgreSQL, this process's on SQLite,
where each transaction sees one moment.
"""

from __future__ import annotations

SCHEMA_VERSION_STORED = "SELECT value FROM cassette_meta WHERE key = 'schema_version'"

RECORD_SCHEMA_VERSION = "INSERT INTO cassette_meta (key, value) VALUES ('schema_version', :version)"

INSERT_MESSAGE = """
INSERT INTO cassette_messages (message_id, run_id, source, idempotency_key, payload_json, created_at)
VALUES (:message_id, :run_id, :source, :idempotency_key, :payload_json, cassette_now_ms())
"""

MESSAGE_SEQUENCE = "SELECT sequence FROM cassette_messages WHERE message_id = :message_id"

INSERT_JOB = """
INSERT INTO cassette_jobs (job_id, message_id, run_id, request_id, intent, ordinal, plan_hash, request_hash,
    planner_version, section_index_hash, symbols_hash, configuration_hash, created_at)
VALUES (:job_id, :message_id, :run_id, :request_id, :intent, 1, :plan_hash, :request_hash,
    :planner_version, :section_index_hash, :symbols_hash, :configuration_hash, cassette_now_ms())
"""

STEP_COLUMNS = """
job_id, step_id, ordinal, payload_json, run_id, sequence,
read_path, read_lines, read_bytes, git_blob, facts_json
"""

STEP_IDS = "SELECT step_id FROM cassette_steps WHERE job_id = :job_id ORDER BY ordinal"

RENEW_LEASE = """
UPDATE cassette_steps SET lease_expires_at = :lease_expires_at
WHERE job_id = :job_id AND step_id = :step_id
"""

COMMIT_STEP = "UPDATE cassette_steps SET status = 'COMMITTED' WHERE job_id = :job_id AND step_id = :step_id"

RECEIPT_OF_STEP = """
SELECT worker_id, fencing_token, outcome, payload_json, created_at FROM cassette_receipts
WHERE job_id = :job_id AND step_id = :step_id
"""

REQUEUE_STEP = """
UPDATE cassette_steps SET status = 'PENDING', lease_owner = NULL, lease_expires_at = NULL
WHERE job_id = :job_id AND step_id = :step_id
"""

_COUNTS = """
COALESCE(SUM(CASE WHEN status = 'PENDING' THEN 1 ELSE 0 END), 0),
COALESCE(SUM(CASE WHEN status = 'LEASED' AND lease_expires_at > cassette_now_ms() THEN 1 ELSE 0 END), 0),
COALESCE(SUM(CASE WHEN status = 'LEASED' AND lease_expires_at <= cassette_now_ms() THEN 1 ELSE 0 END), 0),
COALESCE(SUM(CASE WHEN status = 'COMMITTED' THEN 1 ELSE 0 END), 0)
"""

JOBS = """
SELECT job_id, message_id, run_id, request_id, request_hash, plan_hash, planner_version FROM cassette_jobs
WHERE (CAST(:run_id AS text) IS NULL OR run_id = :run_id)
    AND (CAST(:request_id AS text) IS NULL OR request_id = :request_id)
    AND (CAST(:job_id AS text) IS NULL OR job_id = :job_id)
ORDER BY created_at, run_id, request_id
"""

COUNTS_OF_JOB = f"SELECT {_COUNTS} FROM cassette_steps WHERE job_id = :job_id"  # noqa: S608 - no input in it

COUNTS_BY_RUN = f"SELECT run_id, {_COUNTS} FROM cassette_steps GROUP BY run_id"  # noqa: S608 - no input in it

MESSAGES_BY_RUN = "SELECT run_id, COUNT(*), MIN(sequence) FROM cassette_messages GROUP BY run_id"

A_MESSAGE_OF_RUN = "SELECT 1 FROM cassette_messages WHERE run_id = :run_id LIMIT 1"

JOBS_BY_RUN = "SELECT run_id, COUNT(*) FROM cassette_jobs GROUP BY run_id"

PLAN_OF_JOB = """
SELECT j.message_id, COALESCE(m.run_id, j.run_id), COALESCE(m.sequence, 0), COALESCE(m.payload_json, ''),
    j.job_id, j.run_id, j.request_id, j.intent, j.request_hash, j.plan_hash, j.planner_version,
    j.section_index_hash, j.symbols_hash, j.configuration_hash
FROM cassette_jobs AS j LEFT JOIN cassette_messages AS m ON m.message_id = j.message_id
WHERE j.job_id = :job_id
"""

STEPS_OF_JOB = """
SELECT step_id, ordinal, run_id, sequence, payload_json,
    read_path, read_lines, read_bytes, git_blob, facts_json
FROM cassette_steps WHERE job_id = :job_id ORDER BY ordinal, step_id
"""

MESSAGES_TO_VERIFY = """
SELECT message_id, payload_json FROM cassette_messages
WHERE CAST(:run_id AS text) IS NULL OR run_id = :run_id ORDER BY sequence
"""

STATES_TO_VERIFY = """
SELECT s.job_id, s.step_id, s.status, s.lease_owner, s.lease_expires_at, s.fencing_token,
    r.worker_id, r.fencing_token
FROM cassette_steps AS s
LEFT JOIN cassette_receipts AS r ON r.job_id = s.job_id AND r.step_id = s.step_id
WHERE s.job_id = :job_id ORDER BY s.ordinal, s.step_id
"""

ORPHANED_STEPS = """
SELECT job_id, step_id FROM cassette_steps AS s WHERE (CAST(:run_id AS text) IS NULL OR run_id = :run_id)
    AND NOT EXISTS (SELECT 1 FROM cassette_jobs AS j WHERE j.job_id = s.job_id)
ORDER BY job_id, step_id
"""

ORPHANED_RECEIPTS = """
SELECT job_id, step_id FROM cassette_receipts AS r
WHERE NOT EXISTS (SELECT 1 FROM cassette_steps AS s WHERE s.job_id = r.job_id AND s.step_id = r.step_id)
ORDER BY job_id, step_id
"""

_MESSAGE_OF_JOB = """
SELECT * FROM cassette_messages
WHERE message_id = (SELECT message_id FROM cassette_jobs WHERE job_id = :job_id)
"""

EXPORTS = (
    ("cassette_messages", _MESSAGE_OF_JOB),
    ("cassette_jobs", "SELECT * FROM cassette_jobs WHERE job_id = :job_id"),
    ("cassette_steps", "SELECT * FROM cassette_steps WHERE job_id = :job_id ORDER BY ordinal"),
    (
        "cassette_receipts",
        "SELECT * FROM cassette_receipts WHERE job_id = :job_id ORDER BY created_at, step_id",
    ),
)
"""The rows of one job, table by table, as `export` writes them."""
