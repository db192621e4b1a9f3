/**
 * What is wrong with a file or one of its entries. `damaged` is everything that no program writes on purpose;
 * `no_export` to `newer_version` are faults of the whole file.
 */
export type ZipFault =
  | 'damaged'
  | 'encrypted'
  | 'unknown_packing'
  | 'too_large'
  | 'no_zip'
  | 'cut_off'
  | 'no_export'
  | 'other_version'
  | 'newer_version';

/**
 * A fault of a zip file or of one entry. The message, for the command line, is the second half of a sentence;
 * the caller adds its subject.
 */
export class ZipError extends Error {
  override name = 'ZipError';
  readonly fault: ZipFault;

  constructor(message: string, fault: ZipFault = 'damaged') {
    super(message);
    this.fault = fault;
  }
}
