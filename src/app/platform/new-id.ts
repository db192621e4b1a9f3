/** Makes an id for a drawing, or an idempotency key for a request. */
export { randomId as newId } from '../../api/random-id.ts';
