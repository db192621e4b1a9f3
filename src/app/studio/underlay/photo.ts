/**
 * The photo of an open drawing: which one is shown, its place while a hand moves it, and the work on one that was
 * chosen. The drawing says where it lies and which photo it is; its bytes are kept beside it.
 */
import { computed, effect, type Signal, signal, untracked } from '@preact/signals';
import type { Underlay } from '../../../core/drawing/types.ts';
import { toast } from '../../ui/toasts.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { studio } from '../../words/en/studio/studio.ts';
import type { SaveState } from '../saving/save-state.ts';
import type { Session } from '../session/session.ts';
import { deletePhoto, type Kept, keepPhoto, namedPhoto, readPhoto } from './photo-port.ts';

/** What there is to show of the photo that the drawing names. */
export type Shown =
  | { readonly kind: 'none' | 'loading' }
  | { readonly kind: 'ready'; readonly sha256: string; readonly photo: Blob; readonly address: string }
  /** It is not on this device, or could not be read; `isDamaged`: it is here, and is no picture for the browser. */
  | { readonly kind: 'missing'; readonly sha256: string; readonly isDamaged?: true };

const NONE: Shown = { kind: 'none' };
/** How many photos of this visit are remembered for undo, of all drawings. */
const REMEMBERED = 8;

/** Photos of this visit by SHA-256, the latest last. A photo that was removed or replaced can come back. */
const remembered = new Map<string, Blob>();

function remember(sha256: string, photo: Blob): void {
  remembered.delete(sha256);
  remembered.set(sha256, photo);
  for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
}

/** True if the host has an earlier drawing than the page. */
function isUnsaved({ kind }: SaveState): boolean {
  return kind === 'saving' || kind === 'trying';
}

export class Photo {
  readonly shown: Signal<Shown> = signal(NONE);
  /** Where it is while a hand moves it, before that is a change of the drawing. */
  readonly draft: Signal<Underlay | undefined> = signal(undefined);
  /** What is done with a chosen picture now. */
  readonly work: Signal<'fitting' | 'keeping' | undefined> = signal(undefined);
  readonly #session: Session;
  /** The photo that the host keeps for the drawing; undefined if that is not known, null for none. */
  #kept: string | null | undefined;
  /** A photo that was sent, and that the host may have let go before the drawing named it. */
  #unproved: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Ends the wait for a drawing that is saved again. */
  #endSaving = () => {};

  constructor(session: Session) {
    this.#session = session;
    session.savePhotoAgain = () => this.#saveAgain();
  }

  /** Where it lies on the screen; undefined without a photo. */
  readonly now = computed(() => this.draft.value ?? this.#session.underlay.value ?? undefined);

  /** Shows the photo that the drawing names, from now on. Returns a function that ends this. */
  follow(): () => void {
    // Moved, it is the same photo.
    const named = computed(() => this.#session.underlay.value?.sha256);
    const end = effect(() => {
      const sha256 = named.value;
      untracked(() => void this.#show(sha256));
    });
    // Another device has sent it, or another page has kept it.
    const endHearing = effect(() => {
      void this.#session.heard.value;
      untracked(() => {
        const now = this.shown.value;
        if (now.kind === 'missing' && !now.isDamaged) this.retry();
      });
    });
    const endProving = effect(() => {
      void this.#session.heard.value;
      const isSaved = this.#session.save.value.kind === 'saved';
      if (isSaved && named.value !== undefined) untracked(() => void this.#prove());
    });
    return () => {
      endProving();
      end();
      endHearing();
      this.#set(NONE);
    };
  }

  /** Looks once more for a photo that was missing. */
  retry(): void {
    void this.#show(this.#session.underlay.value?.sha256);
  }

  /** The browser cannot show the photo at this address: its bytes are here, and stay. */
  onDamaged(address: string): void {
    const now = this.shown.value;
    if (now.kind !== 'ready' || now.address !== address) return;
    this.#set({ kind: 'missing', sha256: now.sha256, isDamaged: true });
  }

  /** Keeps a photo for the drawing. Returns its SHA-256. @throws PhotoProblem */
  async keep(photo: Blob): Promise<string> {
    const sha256 = await this.#inTurn(() => keepPhoto(this.#session.id, photo));
    this.#kept = sha256;
    this.#unproved = sha256;
    remember(sha256, photo);
    return sha256;
  }

  /**
   * The photo that an earlier version names, if this visit or the host has it; undefined for one that is not on this device.
   * @throws PhotoProblem
   */
  async find(sha256: string): Promise<Blob | undefined> {
    const known = remembered.get(sha256);
    if (known) return known;
    const kept = await readPhoto(this.#session.id, sha256);
    return kept?.sha256 === sha256 ? kept.photo : undefined;
  }

  /** What a hand has done becomes one change of the drawing. */
  settle(): void {
    const to = this.draft.value;
    if (to) this.#session.setUnderlay(to);
    this.draft.value = undefined;
  }

  /**
   * Makes sure, once the drawing is saved with a new photo, that the host has it, and keeps it again otherwise: another page may
   * have kept its own one between this photo and its place. A photo that the stored drawing names goes no more.
   */
  async #prove(): Promise<void> {
    const sha256 = this.#session.underlay.value?.sha256;
    const photo = remembered.get(sha256 ?? '');
    if (sha256 === undefined || sha256 !== this.#unproved || photo === undefined) return;
    this.#unproved = undefined;
    const found = await this.#inTurn(() => namedPhoto(this.#session.id)).catch(() => undefined);
    if (found !== sha256 && this.#session.underlay.value?.sha256 === sha256) {
      await this.keep(photo).catch(() => {
        this.#unproved = sha256;
      });
    }
  }

  /** The drawing was deleted for good, with its photo, and is saved again. Returns false without a photo. */
  #saveAgain(): boolean {
    const { shown } = this;
    const { save } = this.#session;
    const before = shown.value;
    if (before.kind !== 'ready') return false;
    const { sha256, photo } = before;
    this.#kept = null;
    this.#unproved = undefined;
    this.#endSaving();
    this.#endSaving = effect(() => {
      // A host takes no photo of a drawing that it does not have.
      if (save.value.kind !== 'saved') return;
      queueMicrotask(() => {
        this.#endSaving();
        void this.#keepAgain(sha256, photo);
      });
    });
    return true;
  }

  async #keepAgain(sha256: string, photo: Blob): Promise<void> {
    try {
      // Replaced or taken away meanwhile, it is not needed.
      if (this.#session.underlay.value?.sha256 === sha256) await this.keep(photo);
      toast(studio.recreated);
    } catch {
      this.#unproved = sha256;
      remember(sha256, photo);
      toast(words.notSavedAgain);
    }
  }

  async #show(sha256: string | undefined): Promise<void> {
    if (sha256 === undefined) {
      this.#set(NONE);
      this.#forgetOnceSaved();
      return;
    }
    const now = this.shown.value;
    if (now.kind === 'loading') return;
    const isShown = now.kind === 'ready' && now.sha256 === sha256;
    if (!isShown) {
      const known = remembered.get(sha256);
      if (known) this.#ready(sha256, known);
      else await this.#load(sha256);
    }
    // An undo has brought it back.
    const photo = remembered.get(sha256);
    if (!photo || this.#kept === undefined || this.#kept === sha256) return;
    this.#kept = sha256;
    await this.keep(photo).catch(() => {
      this.#kept = null;
    });
  }

  async #load(sha256: string): Promise<void> {
    this.#set({ kind: 'loading' });
    const kept = await this.#read();
    this.#kept = kept?.sha256 ?? null;
    const wanted = this.#session.underlay.value?.sha256;
    if (kept && kept.sha256 === wanted) {
      remember(kept.sha256, kept.photo);
      this.#ready(kept.sha256, kept.photo);
      return;
    }
    this.#set(wanted === undefined ? NONE : { kind: 'missing', sha256 });
    // The drawing has come to name another meanwhile.
    if (wanted !== undefined && wanted !== sha256) await this.#show(wanted);
  }

  /** The photo of the drawing as it is stored: while one that undo brought back is not, the host answers with the one before. */
  async #read(): Promise<Kept | undefined> {
    const { id, save, underlay } = this.#session;
    for (;;) {
      const isStored = !isUnsaved(save.value);
      const kept = await readPhoto(id).catch(() => undefined);
      if (isStored || kept?.sha256 === underlay.value?.sha256) return kept;
      await new Promise<void>((resolve) => {
        const end = effect(() => {
          if (!isUnsaved(save.value)) queueMicrotask(() => [end(), resolve()]);
        });
      });
    }
  }

  /**
   * Once the drawing is saved without it, so that nobody finds a drawing that names a photo deleted here, and no step of
   * undo can bring it back, today or the next time that the drawing is open. Ends if the photo comes back before. One that
   * another page or device has taken away stays: there undo can bring it back, and the bytes may be here alone.
   */
  #forgetOnceSaved(): void {
    if (typeof this.#kept !== 'string') return;
    const { underlay, save, history } = this.#session;
    let isOwn = false;
    const end = effect(() => {
      const isBack = underlay.value !== undefined;
      const canReturn = history.now.value.steps.some(({ kind }) => kind === 'underlay');
      isOwn ||= canReturn;
      if (!isBack && (canReturn || save.value.kind !== 'saved')) return;
      queueMicrotask(() => end());
      if (isBack || !isOwn) return;
      this.#kept = null;
      // It is deleted with the drawing at the latest.
      this.#inTurn(() => deletePhoto(this.#session.id)).catch(() => undefined);
    });
  }

  /** One after the other: what was asked for last counts. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = this.#last.then(ask);
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  #ready(sha256: string, photo: Blob): void {
    this.#set({ kind: 'ready', sha256, photo, address: URL.createObjectURL(photo) });
  }

  #set(next: Shown): void {
    const { value: before } = this.shown;
    this.shown.value = next;
    if (before.kind === 'ready') URL.revokeObjectURL(before.address);
  }
}

const photos = new WeakMap<Session, Photo>();

/** The photo of an open drawing. */
export function photoOf(session: Session): Photo {
  const known = photos.get(session) ?? new Photo(session);
  photos.set(session, known);
  return known;
}
