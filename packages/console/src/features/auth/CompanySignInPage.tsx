import { fieldsOf } from '@countinghouse/client/api-error';
import { SAML_REPLY_KEY, sso } from '@countinghouse/contract/features/sso';
import { Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorMessageOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useAct, useWrite } from '../../lib/calls/use-write.ts';
import { paths, safeNext } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { CompanySearch } from './search.ts';

/** Where the person was going, kept in this tab while they are at their provider. */
const NEXT = 'sso-next';
const TITLE = 'Sign in with your company';

/** To the provider that an e-mail address leads to, and back from it. */
export function CompanySignInPage() {
  const [search] = useUrlState(CompanySearch);
  return search.state === undefined ? <ToProvider search={search} /> : <FromProvider search={search} state={search.state} />;
}

interface Choice {
  readonly id: string;
  readonly organisation: string;
  readonly name: string;
}

function ToProvider({ search }: { readonly search: CompanySearch }) {
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  const form = useForm({ initialValues: { email: search.email ?? '' }, validate: schemaResolver(sso.find.body, { sync: true }) });
  const begin = useWrite(sso.begin, {
    input: (connection_id: string) => ({ body: { connection_id, email: form.values.email } }),
    done: ({ url }) => {
      sessionStorage.setItem(NEXT, safeNext(search.next));
      window.location.assign(url);
    },
    quiet: true,
  });
  const find = useAct((body: { email: string }) => call(sso.find, { body }), {
    done: ({ connections }) => {
      setChoices(connections);
      const [only] = connections;
      if (only !== undefined && connections.length === 1) begin.mutate(only.id);
    },
    quiet: true,
  });
  const failure = find.error ?? begin.error;
  const nobody =
    choices?.length === 0
      ? 'No company sign-in is set up for this address. Use your password, or ask an owner of your organisation.'
      : null;
  const leaving = find.isPending || begin.isPending || begin.isSuccess;
  return (
    <OutsidePage title={TITLE} lead="Your e-mail address leads to your company’s own sign-in.">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          begin.reset();
          find.mutate(values);
        })}
      >
        <Stack gap="sm">
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
          <FormAlert message={failure === null ? nobody : toldOf(failure)} />
          {choices !== null && choices.length > 1 ? (
            <Stack gap={6} role="group" aria-label="Organisations">
              {choices.map(({ id, organisation, name }) => (
                <Button key={id} variant="default" fullWidth loading={leaving && begin.variables === id} onClick={() => begin.mutate(id)}>
                  {organisation} · {name}
                </Button>
              ))}
            </Stack>
          ) : (
            <Button type="submit" size="sm" fullWidth loading={leaving}>
              Continue
            </Button>
          )}
          <Back next={search.next} />
        </Stack>
      </form>
    </OutsidePage>
  );
}

function FromProvider({ search, state }: { readonly search: CompanySearch; readonly state: string }) {
  const navigate = useNavigate();
  const sent = useRef(false);
  const { code, iss, error, error_description } = search;
  const [saml_response] = useState(() => sessionStorage.getItem(SAML_REPLY_KEY));
  const finish = useWrite(sso.finish, {
    input: () => ({
      body: {
        state,
        ...(code !== undefined && { code }),
        ...(iss !== undefined && { iss }),
        ...(error !== undefined && { error }),
        ...(error_description !== undefined && { error_description }),
        ...(saml_response !== null && { saml_response }),
      },
    }),
    done: async () => {
      const next = safeNext(sessionStorage.getItem(NEXT) ?? undefined);
      sessionStorage.removeItem(NEXT);
      forgetSession();
      await navigate({ href: next, replace: true });
    },
    quiet: true,
  });
  const { mutate } = finish;
  useEffect(() => {
    // A reply is used up by the first call.
    if (sent.current) return;
    sent.current = true;
    sessionStorage.removeItem(SAML_REPLY_KEY);
    mutate();
  }, [mutate]);
  if (!finish.isError)
    return (
      <OutsidePage title={TITLE}>
        <Group gap="sm" role="status">
          <Loader size="xs" />
          <Text size="sm">Signing you in…</Text>
        </Group>
      </OutsidePage>
    );
  return (
    <OutsidePage title={TITLE}>
      <Stack gap="sm">
        <FormAlert message={toldOf(finish.error)} />
        <Button size="sm" fullWidth renderRoot={(props) => <Link {...props} to={paths.companySignIn} />}>
          Begin again
        </Button>
        <Back next={undefined} />
      </Stack>
    </OutsidePage>
  );
}

/** The server's words, with the reason for whoever looks after the provider. */
function toldOf(error: Error): string {
  const { reason } = error instanceof ApiError ? fieldsOf(fieldsOf(error.payload)['details']) : {};
  const message = errorMessageOf(error);
  return typeof reason === 'string' ? `${message} Reason: ${reason}` : message;
}

function Back({ next }: { readonly next: string | undefined }) {
  return (
    <Group justify="center">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.signIn} search={next === undefined ? {} : { next }} />}>
        Sign in with a password
      </Anchor>
    </Group>
  );
}
