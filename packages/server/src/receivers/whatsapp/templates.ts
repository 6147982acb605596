import type { TemplateReport } from '@parley/domain';
import {
  categoryOf,
  qualityOf,
  reasonOf,
  statusOf,
} from '../../channels/adapters/whatsapp/template-parts.ts';
import { type Item, kept } from '../items.ts';
import { type Fields, fieldsOf, textOf } from '../provider-json.ts';

// Returns the items of Meta's reports about templates. The ID is not used: in some accounts it is too long for a
// JavaScript integer.

export function templateStatusItem(value: Fields): Item {
  const { event, reason, rejection_info: info } = value;
  const status = statusOf(event);
  if (status === undefined) return kept(`message_template_status_update ${String(event)}`);
  const told = reasonOf(reason) ?? reasonOf(fieldsOf(info)['reason']);
  return itemOf(value, { status, ...(told !== null && { rejectionReason: told }) });
}

export function templateQualityItem(value: Fields): Item {
  return itemOf(value, { quality: qualityOf(value['new_quality_score']) });
}

export function templateCategoryItem(value: Fields): Item {
  // Meta announces the change as `correct_category` before it happens.
  const { new_category: category } = value;
  return category === undefined
    ? { kind: 'ignored' }
    : itemOf(value, { category: categoryOf(category) });
}

export function templateContentItem(value: Fields): Item {
  return itemOf(value, { isIncomplete: true });
}

function itemOf(
  { message_template_name, message_template_language }: Fields,
  said: Omit<TemplateReport, 'name' | 'language'>,
): Item {
  const name = textOf(message_template_name);
  const language = textOf(message_template_language);
  if (name === undefined || language === undefined) return kept('template without a name');
  return { kind: 'template', report: { name, language, ...said } };
}
