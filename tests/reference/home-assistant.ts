/**
 * The sensors of docs/home-assistant.md, read as the `rest` integration of Home Assistant reads them: first
 * `availability`, then `value_template`, then the attributes. The templates keep to what every Jinja has in common.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from '@huggingface/jinja';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../server/bin/bootstrap.js';

const SENSOR = z.strictObject({
  name: z.string(),
  unique_id: z.string(),
  icon: z.string().startsWith('mdi:').optional(),
  device_class: z.enum(['pm25', 'temperature']).optional(),
  unit_of_measurement: z.string().optional(),
  state_class: z.literal('measurement').optional(),
  availability: z.string(),
  value_template: z.string(),
  json_attributes_path: z.string().optional(),
  json_attributes: z.array(z.string()).optional(),
});
const REST = z.strictObject({
  rest: z.array(
    z.strictObject({
      resource: z.url(),
      /** Seconds. */
      scan_interval: z.int(),
      timeout: z.int(),
      sensor: z.array(SENSOR),
    }),
  ),
});

export type Sensor = z.infer<typeof SENSOR>;
export type Resource = z.infer<typeof REST>['rest'][number];

export interface Entity {
  /** As Home Assistant shows it: text, or `unavailable`. */
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const page = readFileSync(join(root, 'docs/home-assistant.md'), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => parse(match[1] ?? ''));

/** What is asked for, and the sensors of each answer. @throws ZodError at anything that is not expected there */
export function restResources(): readonly Resource[] {
  return REST.parse(blocks[0]).rest;
}

/** The other blocks: what is built on the sensors. */
export const uses: readonly unknown[] = blocks.slice(1);

/** A path of members, compared with none, with what is defined, or with a text; several joined with `and`. */
const PATH = String.raw`value_json(?:\.[a-zA-Z]\w*|\[\d+\])+`;
const TEST = `${PATH} (?:is defined|is not none|!= '[a-z]+')`;
export const AVAILABILITY = new RegExp(String.raw`^\{\{ value_json is defined(?: and ${TEST})+ \}\}$`);
export const VALUE = new RegExp(String.raw`^\{\{ ${PATH} \}\}$`);

/**
 * The entity after an answer.
 * @param body text of the answer, of whatever status: the integration does not look at that
 */
export function entityOf(sensor: Sensor, body: string): Entity {
  const value_json = parsed(body);
  const attributes = attributesOf(sensor, value_json);
  const variables = value_json === undefined ? {} : { value_json };
  const render = (template: string) => new Template(template).render(variables);
  const available = render(sensor.availability) === 'true';
  return { state: available ? render(sensor.value_template) : 'unavailable', attributes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function attributesOf({ json_attributes_path: path = '$', json_attributes = [] }: Sensor, body: unknown) {
  const [start, ...members] = path.split('.');
  if (start !== '$') throw new Error(`${path} is not a plain path`);
  const at = members.reduce<unknown>((value, name) => memberOf(value, name), body);
  const named = json_attributes.map((name) => [name, memberOf(at, name)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
