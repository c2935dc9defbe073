import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Why a form was refused, above its button. */
export function FormAlert({ message }: { readonly message: string | null }) {
  return message === null ? null : (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />}>
      {message}
    </Alert>
  );
}
