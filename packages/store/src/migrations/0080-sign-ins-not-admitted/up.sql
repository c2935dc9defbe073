-- Whom a company's provider named, and who was not let in.
alter table auth.sign_ins drop constraint sign_ins_outcome_is_known;
alter table auth.sign_ins add constraint sign_ins_outcome_is_known
  check ("outcome" in ('signed_in', 'wrong_password', 'wrong_code', 'wrong_passkey', 'not_admitted', 'barred'));
