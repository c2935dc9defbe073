-- What is said of close tasks: comments on them, and, once, that they are late.

alter table comments drop constraint comments_subject_is_known;
alter table comments add constraint comments_subject_is_known check (subject in ('intent', 'approval', 'exception', 'period', 'task'));

/* the event that told of it, and when */
alter table close_tasks add column late_seq bigint, add column late_at timestamptz;
create index close_tasks_by_late on close_tasks (tenant_id, late_seq) where late_seq is not null;
create index close_tasks_untold on close_tasks (due_on) where late_seq is null and done_at is null and not removed;

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention', 'witness_refused', 'webhook_stopped',
    'passkey_changed', 'second_factor_reset', 'late_tasks'));
