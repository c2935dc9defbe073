import { messageOf } from '@countinghouse/contract/errors';
import { HOLD_USE_CASE, intents } from '@countinghouse/contract/features/intents';
import { Button, Stack } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconFileCheck, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { ConsentFields } from '../fields/ConsentFields.tsx';
import { FxSnapshotField } from '../fields/FxSnapshotField.tsx';
import { HoldFields } from '../fields/HoldFields.tsx';
import { KeyFields } from '../fields/KeyFields.tsx';
import { RowsEditor } from '../fields/RowsEditor.tsx';
import { SignatureField } from '../fields/SignatureField.tsx';
import { ReservationTable } from '../read/ReservationTable.tsx';
import { PostIntentSearch } from '../search.ts';
import { type DraftChange, faultsOfRow, HOLD_UNTIL_MISSING, knownBadOf, newDraft, refusalOf, requestFrom } from './draft.ts';
import { EffectTable } from './EffectTable.tsx';
import { FailureBox, ReceiptBox } from './Outcome.tsx';
import classes from './PostIntentPage.module.css';
import { SaveTemplate } from './SaveTemplate.tsx';
import { useDraft } from './use-draft.ts';
import { useFilled } from './use-filled.ts';
import { useLike } from './use-like.ts';
import { usePostIntent } from './use-post-intent.ts';
import { useTemplate } from './use-template.ts';

export function PostIntentPage() {
  const tenant = useActiveTenant();
  return <PostIntentForm key={tenant?.id ?? ''} />;
}

function PostIntentForm() {
  const tenant = useActiveTenant();
  const tenantId = tenant?.id ?? '';
  const permission = useWritePermission(intents.execute);
  const { draft, change, start, suggest, regenerate, reset, settle } = useDraft(`post-intent:${tenantId}`, newDraft);
  const { post, faultOf, errorAt } = usePostIntent(tenantId, settle);
  const named = useAccountsNamed(draft.rows.flatMap((row) => [row.debitAccount, row.creditAccount]));
  const [refusal, setRefusal] = useState<string | null>(null);
  const holds = draft.useCase === HOLD_USE_CASE;
  const [{ use, template, like, ...filled }, setSearch] = useUrlState(PostIntentSearch);
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
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const why = refusalOf(draft, tenant) ?? knownBadOf(draft.rows, named);
    setRefusal(why);
    if (why === null) post.mutate(draft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], #fx-snapshot button')?.focus());
  };
  const suggestSnapshot = useCallback((fxSnapshotId: string) => suggest({ fxSnapshotId }), [suggest]);
  // The missing snapshot is told where it can be taken: not twice.
  const shownRefusal = refusal === messageOf('FX_SNAPSHOT_REQUIRED') ? null : refusal;

  return (
    <Page>
      <PageHeader
        title="Post Kernel Intent"
        description="One intent, one or more double-entry rows, posted exactly once."
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
      <form ref={form} noValidate onSubmit={submit} aria-label="Post Kernel Intent">
        <div className={classes['columns']}>
          <div className={classes['column']}>
            {draft.receipt === null ? null : (
              <ReceiptBox
                receipt={draft.receipt}
                rejection={draft.rejection}
                useCase={draft.useCase}
                again={{ label: 'New intent', onPress: startAnew }}
              />
            )}
            {post.isError ? <FailureBox error={post.error} /> : null}
            <RowsEditor
              rows={draft.rows}
              valueDate={draft.valueDate}
              faultOf={(index, field) => {
                const row = draft.rows[index];
                return refusal !== null && row !== undefined ? faultsOfRow(row).get(field as 'amount') : faultOf(index, field);
              }}
              onChange={(rows) => edit({ rows })}
            />
            {draft.receipt !== null ? null : holds ? <ReservationTable rows={draft.rows} /> : <EffectTable rows={draft.rows} />}
            <div className={classes['pair']}>
              <Panel title="Consent">
                <ConsentFields draft={draft} onChange={edit} />
              </Panel>
              <Panel title="Signature">
                <SignatureField
                  request={requestFrom(draft, tenantId)}
                  value={draft.signature}
                  error={refusal === messageOf('SIGNATURE_REQUIRED')}
                  onChange={(signature) => edit({ signature })}
                />
              </Panel>
            </div>
            <div className={classes['actions']}>
              <GuardedButton type="submit" permission={permission} loading={post.isPending} leftSection={<IconSend size={14} />}>
                Submit
              </GuardedButton>
              <Button variant="default" onClick={startAnew} disabled={post.isPending}>
                Reset
              </Button>
              <SaveTemplate draft={draft} onRefused={setRefusal} />
              <div className={classes['said']}>
                <span className={classes['refusal']} role="alert">
                  {shownRefusal}
                </span>
                {shownRefusal === null ? (
                  <span className="dimmed">{`${draft.rows.length} ${draft.rows.length === 1 ? 'row' : 'rows'}, value date ${draft.valueDate || 'missing'}`}</span>
                ) : null}
              </div>
            </div>
          </div>
          <div className={classes['column']}>
            <Panel title="Intent">
              <Stack gap="sm">
                <HoldFields
                  draft={draft}
                  error={refusal === HOLD_UNTIL_MISSING ? 'Choose a time' : errorAt('constraints.hold_expires_at')}
                  onChange={edit}
                />
                <DateInput
                  label="Value date"
                  withAsterisk
                  value={draft.valueDate === '' ? null : draft.valueDate}
                  error={refusal !== null && draft.valueDate === '' ? 'Choose a date' : undefined}
                  onChange={(value) => edit({ valueDate: value ?? '' })}
                />
                <FxSnapshotField
                  value={draft.fxSnapshotId}
                  onChange={(fxSnapshotId) => edit({ fxSnapshotId })}
                  onSuggest={suggestSnapshot}
                />
                <KeyFields idemKey={draft.idemKey} intentId={draft.intentId} onRegenerate={regenerate} />
              </Stack>
            </Panel>
          </div>
        </div>
      </form>
    </Page>
  );
}
