import type { SimulateInboundBody, SimulateStatusBody } from './channel-simulation.ts';
import { exampleIds } from './example-values.ts';
import { inboundMessage } from './messages.examples.ts';

const simulateInboundBody: SimulateInboundBody = {
  type: 'text',
  from: '5511987654321',
  text: 'Thank you!',
  profileName: 'Ana Lima',
};

const simulateStatusBody: SimulateStatusBody = { messageId: exampleIds.message, status: 'read' };

export const channelSimulationExamples = {
  simulateInboundBody,
  simulatedInbound: { duplicate: false, message: inboundMessage },
  simulateStatusBody,
} as const;
