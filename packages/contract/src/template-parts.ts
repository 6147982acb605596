import * as z from 'zod';
import { textInput } from './text-inputs.ts';
import { variants } from './variants.ts';

// The parts of a template that is submitted to a provider, with the limits of WhatsApp.

export const templateCategory = z
  .enum(['marketing', 'utility', 'authentication'])
  .describe('Purpose. It decides the price, and which consent a message needs.');
export type TemplateCategory = z.infer<typeof templateCategory>;

const label = textInput(25).describe('Label, at most 25 characters.');

export const templateButton = variants('type', [
  z.object({
    type: z.literal('quick_reply').describe('Sends its label, or its payload, back.'),
    text: label,
  }),
  z.object({
    type: z.literal('url').describe('Opens a link.'),
    text: label,
    url: z
      .string()
      .max(2_000)
      .regex(/^https?:\/\/[^\s/]+/, 'must be an http or https URL')
      .describe('Link. It can end with one placeholder.'),
  }),
  z.object({
    type: z.literal('phone_number').describe('Calls a number.'),
    text: label,
    phoneNumber: z
      .string()
      .regex(/^\+?[0-9]{6,20}$/, 'must be a phone number in digits')
      .describe('Number to call.'),
  }),
  z.object({
    type: z.literal('copy_code').describe('Copies a coupon code.'),
  }),
  z.object({
    type: z.literal('otp').describe('Copies a one-time password; for `authentication` only.'),
    otpType: z.enum(['copy_code']).describe('How the customer uses the code.'),
    text: label.optional(),
  }),
]).describe('A button.');

export const templateComponent = variants('type', [
  z.object({
    type: z.literal('header').describe('Above the text.'),
    format: z
      .enum(['text', 'image', 'video', 'document', 'location'])
      .default('text')
      .describe('Kind of header.'),
    text: z.string().min(1).max(60).optional().describe('For the format `text`.'),
  }),
  z.object({
    type: z.literal('body').describe('The text.'),
    text: z
      .string()
      .min(1)
      .max(1_024)
      .optional()
      .describe('Text with placeholders. For `authentication`, the provider writes the text.'),
    addSecurityRecommendation: z
      .boolean()
      .optional()
      .describe('`authentication`: adds a warning not to share the code.'),
  }),
  z.object({
    type: z.literal('footer').describe('Below the text.'),
    text: z.string().min(1).max(60).optional().describe('Text without placeholders.'),
    codeExpirationMinutes: z
      .int()
      .min(1)
      .max(90)
      .optional()
      .describe('`authentication`: minutes until the code expires.'),
  }),
  z.object({
    type: z.literal('buttons').describe('Buttons below the message.'),
    buttons: z
      .array(templateButton)
      .min(1)
      .max(10)
      .describe('At most 10; 2 of them `url`, 1 `phone_number`, 1 `copy_code`.'),
  }),
]).describe('One part of a template.');
export type TemplateComponent = z.infer<typeof templateComponent>;

export const templateComponents = z
  .array(templateComponent)
  .min(1)
  .max(4)
  .describe('Parts, each of its type once. A `body` is needed.');
