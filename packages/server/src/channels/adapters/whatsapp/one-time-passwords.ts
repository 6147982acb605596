import type { TemplateRecord } from '@parley/contract/schemas';
import { buttonsOf, isSame } from '@parley/domain';

// Templates of the category `authentication`. Meta writes their texts, and lists the button of the code as a link:
// `https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=10&code=otp{{1}}`.

type Parts = TemplateRecord['components'];
type Button = NonNullable<Parts[number]['buttons']>[number];

/** Returns the parts with the button of the code as `otp`, the type with which it was submitted. */
export function withOtpButtons(parts: Parts): Parts {
  return parts.map((part) =>
    part.buttons ? { ...part, buttons: part.buttons.map(ownButton) } : part,
  );
}

function ownButton(button: Button): Button {
  const { url, ...others } = button;
  if (button.type !== 'url' || !url || !codeLink.test(url)) return button;
  const otpType = otpTypeIn.exec(url)?.[1]?.toLowerCase();
  return { ...others, type: 'otp', ...(otpType !== undefined && { otpType }) };
}

const codeLink = /^https:\/\/(?:www\.)?whatsapp\.com\/otp\//i;
const otpTypeIn = /[?&]otp_type=([a-z_]+)/i;

/**
 * Returns whether a listed template has the content that was submitted. Ignores the texts that Meta adds, and the label
 * of the button if the submitted one has none.
 */
export function isSameOtp(listed: Parts, wanted: Parts): boolean {
  const [button] = buttonsOf(wanted);
  return isSame(choicesIn(listed, button), choicesIn(wanted, button));
}

/** Returns what a business decides about an authentication template. */
function choicesIn(parts: Parts, wanted: Button | undefined) {
  const partOf = (type: string) => parts.find((part) => part.type === type);
  const buttons = buttonsOf(parts).map(({ type, otpType = null, text = null }) => ({
    type,
    otpType,
    text: wanted?.text === undefined ? null : text,
  }));
  return {
    recommends: partOf('body')?.['addSecurityRecommendation'] ?? false,
    minutes: partOf('footer')?.['codeExpirationMinutes'] ?? null,
    buttons,
  };
}
