import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';
import { exampleTemplate } from './messages.examples.ts';
import type { TemplatePreview, TemplateRecord } from './templates.ts';

const components = [
  { type: 'body', text: 'Hello {{1}}, your order {{2}} is on its way.' },
  { type: 'footer', text: 'Thank you for your order' },
] as const;
const buttons = [{ type: 'url', text: 'Shop now', url: 'https://shop.example.com/{{1}}' }] as const;

const templateExample: TemplateRecord = {
  id: exampleId('template', '1'),
  channelId: exampleIds.channel,
  externalId: '594425479261596',
  name: 'order_update',
  language: 'en_US',
  category: 'utility',
  status: 'approved',
  quality: 'green',
  rejectionReason: null,
  parameterFormat: 'positional',
  components: [...components],
  variables: [
    { component: 'body', index: null, key: '1', required: true, example: 'Ana' },
    { component: 'body', index: null, key: '2', required: true, example: '1042' },
  ],
  syncedAt: at(20),
  createdAt: at(10),
  updatedAt: at(20),
};

const previewExample: TemplatePreview = {
  header: null,
  text: 'Hello Ana, your order 1042 is on its way.',
  footer: 'Thank you for your order',
  buttons: [],
  template: exampleTemplate,
};

export const templateExamples = {
  templateRecord: templateExample,
  templateVariable: templateExample.variables[0],
  templateButton: buttons[0],
  templateComponent: { type: 'buttons', buttons },
  templateComponents: components,
  templatePage: onePage(templateExample),
  listTemplatesQuery: { status: ['approved'], category: ['utility'], sort: '-updatedAt' },
  createTemplateBody: {
    name: 'order_update',
    language: 'en_US',
    category: 'utility',
    components,
    examples: { 1: 'Ana', 2: '1042' },
  },
  updateTemplateBody: {
    components: [{ type: 'body', text: 'Hello {{1}}, your order left our house.' }],
    examples: { 1: 'Ana' },
  },
  templateSync: { syncId: exampleId('templateSync', '1'), startedAt: at(20) },
  previewTemplateBody: { variables: { 1: 'Ana', 2: '1042' } },
  templatePreview: previewExample,
} as const;

export const templateEventExamples = {
  'template.created': made({ ...templateExample, status: 'pending', quality: null }),
  'template.updated': changed(templateExample, { quality: 'yellow' }),
  'template.status_changed': changed(
    { ...templateExample, status: 'pending' },
    { status: 'approved' },
  ),
  'template.deleted': made(templateExample),
};
