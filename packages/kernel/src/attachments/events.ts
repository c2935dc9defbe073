type File = {
  /** Of the content, which is beside the log. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** As its sender called it. */
  readonly content_type: string;
  /** Stands for the name of the file; the words themselves are outside the log. */
  readonly name_token: string;
};

/** A file on an intent. */
export type AttachmentAdded = File & { readonly intent_id: string };

/** What has files of its own, beside intents. */
export type FiledOn = 'account' | 'party' | 'period';

/** A file on one of these. */
export type AttachmentFiled = File & { readonly on: FiledOn; readonly id: string };

export interface AttachmentEvents {
  readonly 'attachment.added': AttachmentAdded;
  readonly 'attachment.filed': AttachmentFiled;
}
