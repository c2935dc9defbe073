import { CERTIFICATES_MAX } from '@countinghouse/contract/features/sso';
import { Button, Collapse, Group, NativeSelect, Stack, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { readMetadata } from './metadata.ts';
import { NameField } from './NameField.tsx';
import { RuleFields } from './RuleFields.tsx';
import { kinds, type SamlValues } from './saml-form.ts';

interface SamlFieldsProps {
  readonly form: UseFormReturnType<SamlValues>;
  readonly isNew: boolean;
  /** What the provider must know first. */
  readonly children?: ReactNode;
}

/** The provider, who becomes what, and which of its attributes say who somebody is. */
export function SamlFields({ form, isNew, children }: SamlFieldsProps) {
  const [more, setMore] = useState(false);
  return (
    <>
      <NameField {...form.getInputProps('name')} />
      {children}
      {isNew ? <Metadata form={form} /> : null}
      <TextInput
        label="Entity ID"
        description={isNew ? 'Of the provider, also called its issuer. It cannot be changed later.' : 'It cannot be changed.'}
        autoComplete="off"
        spellCheck={false}
        withAsterisk={isNew}
        readOnly={!isNew}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label="Sign-on address"
        description="Where the provider takes requests (HTTP-Redirect)."
        type="url"
        autoComplete="off"
        withAsterisk
        {...form.getInputProps('sign_on_url')}
      />
      <Certificates form={form} />
      <RuleFields
        values={form.values}
        onChange={(values) => form.setValues(values)}
        isNew={isNew}
        factorTold="AuthnContext of REFEDS or Microsoft"
      />
      <NativeSelect
        size="xs"
        label="Attributes as they are called by"
        data={[{ value: '', label: 'Choose to fill them in' }, ...Object.entries(kinds).map(([value, { label }]) => ({ value, label }))]}
        value=""
        onChange={(event) => {
          const chosen = kinds[event.currentTarget.value];
          if (chosen === undefined) return;
          form.setValues(chosen.attributes);
          setMore(true);
        }}
      />
      <UnstyledButton fz="sm" c="dimmed" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Hide attributes' : 'Show attributes'}
      </UnstyledButton>
      <Collapse expanded={more}>
        <Stack gap="sm">
          <TextInput
            label="Attribute of the e-mail address"
            description="It counts as verified for your verified domains: use one that people cannot change themselves."
            spellCheck={false}
            {...form.getInputProps('email_attribute')}
          />
          <TextInput label="Attribute of the name" spellCheck={false} {...form.getInputProps('name_attribute')} />
          <TextInput label="Attribute of groups" spellCheck={false} {...form.getInputProps('groups_claim')} />
          <TextInput
            label="Attribute that says who it is"
            description="It must never become another person’s. Empty: a persistent NameID."
            spellCheck={false}
            {...form.getInputProps('subject_attribute')}
          />
        </Stack>
      </Collapse>
    </>
  );
}

/** Fills the form in from what the provider publishes. */
function Metadata({ form }: Pick<SamlFieldsProps, 'form'>) {
  const [fault, setFault] = useState<string | null>(null);
  const take = (xml: string): void => {
    const read = xml.trim() === '' ? null : readMetadata(xml);
    setFault(typeof read === 'string' ? read : null);
    if (read === null || typeof read === 'string') return;
    form.setValues({ ...read, certificates: read.certificates.length === 0 ? [''] : [...read.certificates] });
    form.clearErrors();
  };
  return (
    <Textarea
      label="Metadata of the provider"
      description="Paste its XML to fill in what follows."
      placeholder="<EntityDescriptor …"
      rows={2}
      spellCheck={false}
      error={fault}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}

function Certificates({ form }: Pick<SamlFieldsProps, 'form'>) {
  const { certificates } = form.values;
  return (
    <Stack gap={6}>
      {certificates.map((_text, i) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place
          key={i}
          label={certificates.length === 1 ? 'Signing certificate' : `Signing certificate ${i + 1}`}
          description={i === 0 ? 'In PEM or Base64. Add the next one before the provider changes over.' : undefined}
          placeholder="-----BEGIN CERTIFICATE-----"
          withAsterisk={i === 0}
          rows={3}
          spellCheck={false}
          {...form.getInputProps(`certificates.${i}`)}
        />
      ))}
      <Group gap="xs">
        {certificates.length < CERTIFICATES_MAX ? (
          <Button variant="subtle" onClick={() => form.insertListItem('certificates', '')}>
            Add a certificate
          </Button>
        ) : null}
        {certificates.length > 1 ? (
          <Button variant="subtle" onClick={() => form.removeListItem('certificates', certificates.length - 1)}>
            Remove the last
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
