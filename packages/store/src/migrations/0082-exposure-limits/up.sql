-- How much a party may owe, as it was set last; none where the amount is null.

alter table parties
  add column exposure_currency text,
  add column exposure_amount numeric(38, 8),
  add column exposure_set_at timestamptz,
  add column exposure_set_by text;
