/** A worker of its own for one job. It is ended, and its memory freed, when the job is done, stopped or too slow. */

/** Undefined where there are no workers. */
export function startWorker(start: () => Worker): Worker | undefined {
  try {
    return start();
  } catch {
    return undefined;
  }
}

/** `Message`: what the worker sends. `Result`: what becomes of the job, never undefined. */
export interface Job<Message, Result> {
  /** Sends what the worker needs. */
  readonly begin: (worker: Worker) => void | Promise<void>;
  /** Takes each message. The job is done once it returns a result, and failed with what it throws. */
  readonly hear: (message: Message) => Result | undefined;
  /**
   * What becomes of the job if the worker ends by itself, returned or thrown.
   * @param hasSpoken false if it sent nothing: its script may be missing
   */
  readonly ended: (hasSpoken: boolean) => Result;
  /** Stops the job, which then throws the signal's reason. */
  readonly signal: AbortSignal;
  /** `ms`: longest time without a message. */
  readonly limit?: { readonly ms: number; readonly tooSlow: () => Error };
}

/** Gives a worker its job, and ends it. */
export async function doJob<Message, Result>(
  worker: Worker,
  { begin, hear, ended, signal, limit }: Job<Message, Result>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      let hasSpoken = false;
      const settle = (work: () => Result | undefined) => {
        try {
          const result = work();
          if (result !== undefined) resolve(result);
        } catch (error) {
          reject(error);
        }
      };
      const wait = () => {
        clearTimeout(timer);
        if (limit) timer = setTimeout(() => reject(limit.tooSlow()), limit.ms);
      };
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        settle(() => ended(hasSpoken));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        hasSpoken = true;
        wait();
        settle(() => hear(data));
      });
      wait();
      Promise.resolve(begin(worker)).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    worker.terminate();
  }
}
