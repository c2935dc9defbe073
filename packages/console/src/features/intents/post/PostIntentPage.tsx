import { HOLD_USE_CASE, intents, NARRATIVE_LENGTH_MAX } from '@countinghouse/contract/features/intents';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Paper, TextInput } from '@mantine/core';
import { IconFileCheck, IconPencilOff, IconSend } from '@tabler/icons-react';
import { useHotkey } from '@tanstack/react-hotkeys';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Advanced } from '../fields/Advanced.tsx';
import { HoldFields } from '../fields/HoldFields.tsx';
import { RowsEditor } from '../fields/RowsEditor.tsx';
import { ReservationTable } from '../read/ReservationTable.tsx';
import { PostIntentSearch } from '../search.ts';
import { type DraftChange, faultsOfRow, filledWith, HOLD_UNTIL_MISSING, knownBadOf, newDraft, refusalOf, requestFrom } from './draft.ts';
import { EffectTable } from './EffectTable.tsx';
import { BankRowNote } from './fill/BankRowNote.tsx';
import { useBankRow } from './fill/use-bank-row.ts';
import { useFilled } from './fill/use-filled.ts';
import { useLike } from './fill/use-like.ts';
import { useTemplate } from './fill/use-template.ts';
import { Foreseen } from './foreseen/Foreseen.tsx';
import { useForeseen } from './foreseen/use-foreseen.ts';
import { FailureBox, ReceiptBox } from './Outcome.tsx';
import classes from './PostIntentPage.module.css';
import { SaveTemplate } from './SaveTemplate.tsx';
import { useDraft } from './use-draft.ts';
import { usePostIntent } from './use-post-intent.ts';

export function PostIntentPage() {
  const tenant = useActiveTenant();
  const permission = useWritePermission(intents.execute);
  return tenant === null || permission.allowed ? <PostIntentForm key={tenant?.id ?? ''} /> : <NoPosting reason={permission.reason} />;
}

/** For whoever may not post: why, in place of a form that could be filled in and not sent. */
function NoPosting({ reason }: { readonly reason: string }) {
  return (
    <Page>
      <PageHeader title="Post Kernel Intent" />
      <Paper>
        <EmptyState
          icon={IconPencilOff}
          title="You cannot post here"
          action={
            <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.intents} />}>
              Signed intents log
            </Button>
          }
        >
          {reason}
        </EmptyState>
      </Paper>
    </Page>
  );
}

function PostIntentForm() {
  const tenant = useActiveTenant();
  const tenantId = tenant?.id ?? '';
  const permission = useWritePermission(intents.execute);
  const { draft, change, start, suggest, regenerate, reset, settle } = useDraft(`post-intent:${tenantId}`, newDraft);
  const [{ use, template, like, row: bankRow, ...filled }, setSearch] = useUrlState(PostIntentSearch);
  const booked = useBankRow(bankRow);
  const { post, faultOf, errorAt } = usePostIntent(tenantId, (receipt, answer) => {
    settle(receipt, answer);
    booked.settle(receipt, draft);
  });
  const named = useAccountsNamed(draft.rows.flatMap((row) => [row.debitAccount, row.creditAccount]));
  const [refusal, setRefusal] = useState<string | null>(null);
  const holds = draft.useCase === HOLD_USE_CASE;
  const form = useRef<HTMLFormElement>(null);

  const edit = (next: DraftChange): void => {
    setRefusal(null);
    if (post.isError) post.reset();
    change(next);
  };
  // Who comes by a link that asks for a hold finds the form set to one; the choice is then the form's own.
  useEffect(() => {
    if (use === undefined) return;
    start(use);
    setSearch({ use: undefined }, { replace: true });
  }, [use, start, setSearch]);
  useTemplate({ templateId: template, draft, onChange: edit, onDone: () => setSearch({ template: undefined }, { replace: true }) });
  useLike(like, edit, () => setSearch({ like: undefined }, { replace: true }));
  useFilled(filled, edit, (without) => setSearch(without, { replace: true }));
  const startAnew = (): void => {
    setRefusal(null);
    post.reset();
    reset();
    if (bankRow !== undefined) setSearch({ row: undefined }, { replace: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const why = refusalOf(draft, tenant) ?? knownBadOf(draft.rows, named);
    setRefusal(why);
    if (why === null) post.mutate(draft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], #fx-snapshot button')?.focus());
  };
  useHotkey('Mod+Enter', () => form.current?.requestSubmit(), { ignoreInputs: false, meta: { name: 'Submit', group: 'This screen' } });
  // What is done is told by its receipt alone; what was rejected can be mended.
  const settledNow = draft.receipt !== null && draft.receipt.status !== 'rejected';
  const isReady = draft.receipt === null && refusalOf(draft, tenant) === null && knownBadOf(draft.rows, named) === null;
  const foreseen = useForeseen(draft, tenantId, isReady && permission.allowed);
  // The missing snapshot is told where it can be taken: not twice.
  const shownRefusal = refusal === messageOf('FX_SNAPSHOT_REQUIRED') ? null : refusal;

  return (
    <Page>
      <PageHeader
        title="Post Kernel Intent"
        description="One intent, one or more rows of debit and credit, posted exactly once."
        actions={
          <Button
            variant="default"
            leftSection={<IconFileCheck size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.intents} />}
          >
            Signed intents log
          </Button>
        }
      />
      {booked.row === null ? null : <BankRowNote row={booked.row} isSettled={draft.receipt !== null} />}
      <form ref={form} noValidate onSubmit={submit} aria-label="Post Kernel Intent">
        <div className={classes['columns']}>
          <div className={classes['column']}>
            {draft.receipt === null ? null : (
              <ReceiptBox
                receipt={draft.receipt}
                rejection={draft.rejection}
                useCase={draft.useCase}
                narrative={draft.narrative}
                rows={draft.rows}
                again={{ label: 'New intent', onPress: startAnew }}
                {...(settledNow ? { onDuplicate: regenerate, sent: requestFrom(draft, tenantId) } : {})}
              />
            )}
            {post.isError ? <FailureBox error={post.error} /> : null}
            {settledNow ? null : (
              <Paper component="section" aria-label="Intent" className={classes['form']}>
                <div className={classes['what']}>
                  <TextInput
                    label="Narrative"
                    size="md"
                    placeholder="What it is about: supplier, invoice, purpose"
                    maxLength={NARRATIVE_LENGTH_MAX}
                    value={draft.narrative}
                    onChange={(event) => edit({ narrative: event.currentTarget.value })}
                  />
                  <div className={classes['when']}>
                    <HoldFields
                      draft={draft}
                      error={refusal === HOLD_UNTIL_MISSING ? 'Choose a time' : errorAt('constraints.hold_expires_at')}
                      onChange={edit}
                    />
                    <DayField
                      className={classes['day']}
                      label="Value date"
                      withAsterisk
                      value={draft.valueDate}
                      error={refusal !== null && draft.valueDate === '' ? 'Choose a date' : undefined}
                      onChange={(value) => edit({ valueDate: value ?? '' })}
                    />
                  </div>
                </div>
                <RowsEditor
                  rows={draft.rows}
                  valueDate={draft.valueDate}
                  narrative={draft.narrative}
                  faultOf={(index, field) => {
                    const row = draft.rows[index];
                    return refusal !== null && row !== undefined ? faultsOfRow(row).get(field as 'amount') : faultOf(index, field);
                  }}
                  onChange={(rows) => edit({ rows })}
                  onPaste={(rows) => edit(filledWith(rows))}
                />
                <Advanced
                  draft={draft}
                  tenantId={tenantId}
                  refusal={refusal}
                  onChange={edit}
                  onSuggest={suggest}
                  onRegenerate={regenerate}
                />
                <div className={classes['actions']}>
                  <GuardedButton type="submit" permission={permission} loading={post.isPending} leftSection={<IconSend size={14} />}>
                    Submit
                  </GuardedButton>
                  <SaveTemplate draft={draft} onRefused={setRefusal} />
                  <div className={classes['said']}>
                    <span className={classes['refusal']} role="alert">
                      {shownRefusal}
                    </span>
                    <span role="status">
                      {shownRefusal === null ? (
                        <Foreseen
                          foreseen={foreseen}
                          plain={`${holds ? 'Reserves' : 'Posts'} ${draft.rows.length} ${draft.rows.length === 1 ? 'row' : 'rows'} as one intent.`}
                        />
                      ) : null}
                    </span>
                  </div>
                  <Button variant="subtle" color="gray" onClick={startAnew} disabled={post.isPending}>
                    Reset
                  </Button>
                </div>
              </Paper>
            )}
          </div>
          <div className={classes['column']}>
            {draft.receipt !== null ? null : holds ? <ReservationTable rows={draft.rows} /> : <EffectTable rows={draft.rows} />}
          </div>
        </div>
      </form>
    </Page>
  );
}
