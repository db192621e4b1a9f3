/** `npm run catalogue -- check FILE`: what is wrong with a catalogue, by line. */
import { catalogueCommand } from '../../catalogue/command.ts';
import { forOperator } from '../../config/start-error.ts';
import { catalogueHost } from './catalogue-host.ts';

try {
  process.exitCode = await catalogueCommand(process.argv.slice(2), catalogueHost(process.env));
} catch (error) {
  console.error('catalogue failed:', forOperator(error));
  process.exitCode = 1;
}
