export type { Customer, CustomerContent } from './customer.ts';
export type { Fault, FaultRule } from './faults.ts';
export type { Limits, Measured } from './limits.ts';
export type { App, DeliveryOptions, NetworkName } from './outbox.ts';
export { type Opened, Simulator, type SimulatorOptions } from './simulator.ts';
export type { Account, Recipient, TakenMessage } from './world.ts';
