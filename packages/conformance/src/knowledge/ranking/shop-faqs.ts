// The help texts of a small shop, written for this repository, with questions in the words of customers. The tests
// check the ranking on them, and so does the bench when no larger collection is given.

export interface FaqText {
  readonly id: string;
  readonly language: string;
  readonly question: string;
  readonly alternateQuestions: readonly string[];
  readonly answer: string;
}

const faq = (id: string, question: string, answer: string, language = 'en'): FaqText => ({
  id,
  language,
  question,
  alternateQuestions: [],
  answer,
});

export const shopFaqs: readonly FaqText[] = [
  faq(
    'ship-time',
    'How long does delivery take?',
    'Parcels within the country arrive in two to four working days, abroad in five to ten.',
  ),
  faq(
    'ship-cost',
    'What does shipping cost?',
    'Standard shipping is 4.90. From an order value of 50 we ship for free.',
  ),
  faq(
    'ship-abroad',
    'Do you deliver to other countries?',
    'Yes, to all of Europe, to Canada and to Japan. Customs duties are paid by the recipient.',
  ),
  faq(
    'track',
    'Where is my order?',
    'The confirmation that we send when the parcel leaves holds a tracking number. Follow it on the carrier’s page.',
  ),
  faq(
    'address',
    'Can I change the delivery address?',
    'Until the parcel has left our warehouse. Open the order in your account and choose “change address”.',
  ),
  faq(
    'cancel',
    'How do I cancel an order?',
    'Within two hours you can cancel it yourself in your account. Later, refuse the parcel or send it back.',
  ),
  faq(
    'return',
    'How do I return an item?',
    'Print the label from your account, put it on the parcel and take it to any post office within 30 days.',
  ),
  faq(
    'return-cost',
    'Who pays for returns?',
    'Returns are free within the country. From abroad, the sender pays the postage.',
  ),
  faq(
    'refund',
    'When do I get my money back?',
    'We refund within a week after the parcel has reached us, to the card or account that you paid with.',
  ),
  faq(
    'exchange',
    'Can I swap a size or a colour?',
    'Send back what does not fit and place a new order; so nothing sells out while the parcel travels.',
  ),
  faq(
    'damaged',
    'My parcel arrived damaged. What now?',
    'Take photos of the box and the item and write to us within three days. We send a replacement at once.',
  ),
  faq(
    'missing',
    'An item is missing from my parcel.',
    'Large orders travel in several boxes. If nothing arrives within two days, tell us the order number.',
  ),
  faq(
    'pay',
    'Which payment methods do you accept?',
    'Credit and debit cards, PayPal, bank transfer, and invoice for companies.',
  ),
  faq(
    'declined',
    'Why was my card declined?',
    'Mostly the bank asks for a confirmation in its app that was not given in time. Try again, or pay by transfer.',
  ),
  faq(
    'invoice',
    'Where do I find my invoice?',
    'Under “orders” in your account, as a PDF, as soon as the parcel has left.',
  ),
  faq(
    'vat',
    'Can I order without VAT?',
    'Companies in other EU countries enter their VAT number at checkout; then none is charged.',
  ),
  faq(
    'voucher',
    'How do I redeem a gift voucher?',
    'Type its code into the field below the basket. What remains of its value stays on it.',
  ),
  faq(
    'discount',
    'Is there a student discount?',
    'Ten percent with a student card, which you upload once in your account.',
  ),
  faq(
    'password',
    'I forgot my password.',
    'Choose “forgot password” where you sign in. We send a link that is valid for an hour.',
  ),
  faq(
    'email',
    'How do I change my e-mail address?',
    'In the settings of your account. We send a code to the new address to be sure that it is yours.',
  ),
  faq(
    'delete',
    'How do I delete my account?',
    'At the end of the settings. Invoices are kept for ten years, as the law demands; everything else is erased.',
  ),
  faq(
    'newsletter',
    'How do I unsubscribe from the newsletter?',
    'With the link at the end of each issue. It takes effect at once.',
  ),
  faq(
    'stock',
    'When will a sold out product be available again?',
    'Leave your address on its page: we write as soon as it is back in stock.',
  ),
  faq(
    'size',
    'How do I find the right size?',
    'Every product has a table of sizes, measured flat. Between two sizes, take the larger one.',
  ),
  faq(
    'wash',
    'How should I wash wool?',
    'By hand in lukewarm water, or in the wool programme at 30 degrees. Dry it flat, never in the dryer.',
  ),
  faq('warranty', 'How long is the guarantee?', 'Two years on everything, five on zips and seams.'),
  faq(
    'repair',
    'Do you repair old clothes?',
    'Yes. Our workshop mends zips, seams and holes, also of other makers. Ask for an estimate.',
  ),
  faq(
    'contact',
    'How can I reach a human?',
    'By phone on weekdays from nine to five, or by e-mail at any time.',
  ),
  faq(
    'hours',
    'When is the shop in town open?',
    'Monday to Saturday from ten to seven. On Sundays we are closed.',
  ),
  faq(
    'recycle',
    'What is your packaging made of?',
    'Of recycled cardboard and paper tape. There is no plastic in it.',
  ),
  faq(
    'es-return',
    '¿Cómo devuelvo un artículo?',
    'Imprime la etiqueta en tu cuenta y lleva el paquete a correos dentro de 30 días.',
    'es',
  ),
  faq(
    'es-refund',
    '¿Cuándo recibo la devolución del dinero?',
    'Dentro de una semana desde que el paquete nos llega.',
    'es',
  ),
  faq(
    'de-size',
    'Welche Größe passt mir?',
    'Jedes Produkt hat eine Tabelle mit Größen. Zwischen zwei Größen nimm die größere.',
    'de',
  ),
  faq(
    'de-cancel',
    'Wie kann ich eine Bestellung stornieren?',
    'Innerhalb von zwei Stunden selbst im Konto, später durch Annahmeverweigerung.',
    'de',
  ),
  faq(
    'fr-delivery',
    'Quels sont les délais de livraison ?',
    'Entre cinq et dix jours ouvrables pour toute la France.',
    'fr',
  ),
  faq(
    'ja-return',
    '返品はどうすればいいですか？',
    'アカウントからラベルを印刷し、三十日以内に郵便局で送ってください。',
    'ja',
  ),
];
