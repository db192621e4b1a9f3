/** The profile: name and picture. Loaded when Settings opens, saved when the person presses Save. */
import { signal } from '@preact/signals';
import { api, type Profile } from '../../client/client.ts';
import { requestSync } from '../../sync/sync-link.ts';
import { toast } from '../../ui/toasts.ts';
import { settings as words } from '../../words/en/settings.ts';
import { problemWords } from '../../words/problems.ts';

/** The saved profile; undefined until it is loaded. */
export const profile = signal<Profile | undefined>(undefined);
/** Why the profile could not be loaded, in a sentence; `""` if it could. */
export const profileProblem = signal('');

/** Loads the profile. Never throws. */
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

/**
 * Saves the profile, and shows a message. Never throws.
 * @returns true if it was saved
 */
export async function saveProfile(next: Profile): Promise<boolean> {
  try {
    const { data, error, response } = await api.PUT('/api/v1/profile', { body: next });
    if (!data) throw new Error(problemWords(error, response));
    profile.value = data;
    requestSync('more');
    toast(words.profileSaved);
    return true;
  } catch (error) {
    toast(`${words.profileNotSaved} ${problemWords(error)}`);
    return false;
  }
}
