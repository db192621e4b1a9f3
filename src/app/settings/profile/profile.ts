/** The profile: who draws here. Read when Settings opens, saved when the person says so. */

import { signal } from '@preact/signals';
import { api, type Profile } from '../../client/client.ts';
import { wantSync } from '../../sync/sync-link.ts';
import { toast } from '../../ui/toasts.ts';
import { settings as words } from '../../words/en/settings.ts';
import { problemWords } from '../../words/problems.ts';

/** undefined while it is being read. */
export const profile = signal<Profile | undefined>(undefined);
export const profileProblem = signal('');

export async function readProfile(): Promise<void> {
  try {
    const { data, error, response } = await api.GET('/api/v1/profile');
    if (!data) throw new Error(problemWords(error, response));
    profile.value = data;
    profileProblem.value = '';
  } catch (error) {
    profileProblem.value = problemWords(error);
  }
}

/** Saves the whole profile. @returns whether it is saved */
export async function saveProfile(next: Profile): Promise<boolean> {
  try {
    const { data, error, response } = await api.PUT('/api/v1/profile', { body: next });
    if (!data) throw new Error(problemWords(error, response));
    profile.value = data;
    wantSync('more');
    toast(words.profileSaved);
    return true;
  } catch (error) {
    toast(`${words.profileNotSaved} ${problemWords(error)}`);
    return false;
  }
}
