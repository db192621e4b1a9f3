/** Serves GET /metrics to Prometheus, at a port of its own that people do not reach. */
import { type HttpServer, openHttpServer } from '../http/http.ts';

const NAMES = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * @param text the metrics, in the text format of Prometheus
 * @throws StartError
 */
export function serveMetrics(host: string, port: number, text: () => Promise<string>): Promise<HttpServer> {
  return openHttpServer(
    host,
    port,
    ({ method = '', url = '' }, outgoing) => {
      if (url.split('?', 1)[0] !== '/metrics') outgoing.writeHead(404).end();
      else if (method !== 'GET' && method !== 'HEAD') outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end();
      else {
        text().then(
          (metrics) =>
            outgoing.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(metrics),
          () => outgoing.writeHead(500).end(),
        );
      }
    },
    { settings: NAMES },
  );
}
