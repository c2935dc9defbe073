export type AttachmentAdded = {
  readonly intent_id: string;
  /** Of the content, which is beside the log. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** As its sender called it. */
  readonly content_type: string;
  /** Stands for the name of the file; the words themselves are outside the log. */
  readonly name_token: string;
};

export interface AttachmentEvents {
  readonly 'attachment.added': AttachmentAdded;
}
