/** Ids of drawings and of requests, under the page's name for them. */
export { randomId as newId } from '../../api/random-id.ts';
