import { requestChecks } from '../packages/conformance/src/every-endpoint/request-checks.ts';
import { errorCatalog } from '../packages/contract/src/error-catalog.ts';
import { webhookSchedule } from '../packages/contract/src/webhook-limits.ts';
import { channelTransitions } from '../packages/domain/src/channels.ts';
import { conversationTransitions } from '../packages/domain/src/conversations.ts';
import { knowledgeFaqTransitions } from '../packages/domain/src/knowledge-faqs.ts';
import { knowledgeSourceTransitions } from '../packages/domain/src/knowledge-sources.ts';
import { messageTransitions } from '../packages/domain/src/message-steps.ts';
import { ticketTransitions } from '../packages/domain/src/tickets.ts';
import { deliveryTransitions } from '../packages/domain/src/webhook-deliveries.ts';

/** Diagrams that are drawn from the data of the code, by the names that `<!-- diagram: name -->` gives on a page. */
export const diagrams: Readonly<Record<string, string>> = {
  'message-status': stateDiagram(messageTransitions, 'queued'),
  'conversation-status': stateDiagram(conversationTransitions, 'open'),
  'ticket-status': stateDiagram(ticketTransitions, 'new'),
  'channel-status': stateDiagram(channelTransitions, 'pending', 'active'),
  'faq-status': stateDiagram(knowledgeFaqTransitions, 'draft', 'published'),
  'source-status': stateDiagram(knowledgeSourceTransitions, 'processing'),
  'delivery-status': stateDiagram(deliveryTransitions, 'pending'),
  'webhook-schedule': schedule(webhookSchedule),
  'request-checks': checks(requestChecks),
};

const marked = /(<!-- diagram: (\S+) -->\n\n```mermaid\n)[\s\S]*?(^```$)/gm;

/** Returns the text with its marked diagrams drawn. Throws when there is no diagram of that name. */
export function drawDiagrams(text: string): string {
  return text.replaceAll(marked, (_all, start: string, name: string, end: string) => {
    const diagram = diagrams[name];
    if (diagram === undefined) throw new Error(`there is no diagram ${name}`);
    return `${start}${diagram}${end}`;
  });
}

function stateDiagram(
  transitions: Readonly<Record<string, readonly string[]>>,
  ...starts: readonly string[]
): string {
  const steps = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.map((to) => `${from} --> ${to}`),
  );
  return lines('stateDiagram-v2', [...starts.map((start) => `[*] --> ${start}`), ...steps]);
}

/** Each check leads to the next one, or to its error. */
function checks(steps: typeof requestChecks): string {
  const parts = steps.flatMap(({ check, code }, index) => [
    `${index}["${check}"] --> ${index + 1}`,
    `${index} -- "fails" --> e${index}(["${errorCatalog[code].status} ${code}"])`,
  ]);
  return lines('flowchart TD', [...parts, `${steps.length}["Handler"]`]);
}

/** `waits` are the seconds before each attempt. */
function schedule(waits: readonly number[]): string {
  const steps = waits.map((seconds, index) =>
    index === 0
      ? '1(("1"))'
      : `${index} -- "${duration(seconds)}" --> ${index + 1}(("${index + 1}"))`,
  );
  return lines('flowchart LR', steps);
}

function lines(type: string, parts: readonly string[]): string {
  return `${[type, ...parts.map((part) => `  ${part}`)].join('\n')}\n`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${seconds / 60} min`;
  return `${seconds / 3_600} h`;
}
