-- Reports look for accounts of clearing (kernel/src/bounds.ts), of which an organisation has one a currency at most.
create index accounts_of_clearing on accounts (tenant_id, gl_account_id, currency) where external_ref = 'countinghouse:clearing';
