/** Short messages at the foot of the page, with at most one thing to do about them. */
import { signal } from '@preact/signals';

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** ms; counted only while nobody points at it or has the focus in it. */
export const TOAST_LASTS = 10_000;

export const toasts = signal<readonly Toast[]>([]);
let next = 1;

/** Shows a message and answers its key. */
export function toast(text: string, action?: Toast['action']): number {
  const key = next++;
  toasts.value = [...toasts.value.slice(-2), { key, text, action }];
  return key;
}

/** A key that is not shown any more is nothing to do. */
export function dismissToast(key: number | undefined): void {
  toasts.value = toasts.value.filter((one) => one.key !== key);
}
