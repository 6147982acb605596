import type { SimulatedTemplate } from '../world.ts';

type Fields = Readonly<Record<string, unknown>>;

const example = '123456';
const warning = ' For your security, do not share this code.';

/**
 * Returns a template as Meta lists it. In the category AUTHENTICATION, Meta adds the texts that it writes itself, and
 * shows the button of the code as a link.
 */
export function listed(template: SimulatedTemplate): SimulatedTemplate {
  if (template.category !== 'AUTHENTICATION') return template;
  const footer = template.components.find(({ type }) => type === 'FOOTER');
  const minutes = footer?.['code_expiration_minutes'];
  return { ...template, components: template.components.map((part) => partOf(part, minutes)) };
}

function partOf(part: Fields, minutes: unknown): Fields {
  switch (part['type']) {
    case 'BODY': {
      const isWarned = part['add_security_recommendation'] === true;
      const text = `*{{1}}* is your verification code.${isWarned ? warning : ''}`;
      return { text, example: { body_text: [[example]] }, ...part };
    }
    case 'FOOTER':
      return { text: `This code expires in ${minutes} minutes.`, ...part };
    case 'BUTTONS': {
      const buttons = part['buttons'] as readonly Fields[];
      return { ...part, buttons: buttons.map((button) => buttonOf(button, minutes)) };
    }
    default:
      return part;
  }
}

function buttonOf(button: Fields, minutes: unknown): Fields {
  if (button['type'] !== 'OTP') return button;
  const { otp_type: otpType = 'COPY_CODE', text = 'Copy code' } = button;
  const expiry = minutes === undefined ? '' : `&code_expiration_minutes=${minutes}`;
  const start = `https://www.whatsapp.com/otp/code/?otp_type=${otpType}${expiry}&code=otp`;
  return { type: 'URL', text, url: `${start}{{1}}`, example: [start + example] };
}
