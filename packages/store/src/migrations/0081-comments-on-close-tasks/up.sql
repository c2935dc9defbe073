-- Comments on the tasks of a close too.

alter table comments drop constraint comments_subject_is_known;
alter table comments add constraint comments_subject_is_known check (subject in ('intent', 'approval', 'exception', 'period', 'task'));
