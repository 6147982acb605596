export interface SourceText {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly format: 'markdown' | 'text' | 'html';
  readonly content: string;
}

const source = (
  id: string,
  title: string,
  content: string,
  format: SourceText['format'] = 'markdown',
): SourceText => ({ id, title, content, format, language: 'en' });

export const shopSources: readonly SourceText[] = [
  source(
    'care',
    'Caring for wool, down and cotton',
    `# Wool

Wool cleans itself when it hangs in fresh air for a night. Wash it rarely, by hand or in a wool programme, with little soap. Felted wool cannot be saved.

# Down

Down jackets may be washed at 30 degrees with a special detergent. Dry them in the dryer with two tennis balls, which keep the down from forming lumps.

# Cotton

Cotton bears 60 degrees. White shirts turn grey when they are washed with colours.

## Removing stains

| Stain | What helps |
| --- | --- |
| red wine | salt at once, then sparkling water |
| coffee | lukewarm water and vinegar |
| grass | rubbing alcohol |
`,
  ),
  source(
    'sizes',
    'Measuring yourself',
    `Use a tape and stand straight.

## Chest
Measure around the widest part, under the arms.

## Waist
Where the body is narrowest, without pulling in your stomach.

## Inseam
From the crotch down to the floor, without shoes. Compare it with trousers that fit you well.
`,
  ),
  source(
    'returns',
    'Sending things back',
    `# Conditions
You have thirty days from the day of delivery. The item must be unworn and have its tags.

# What cannot be returned
Underwear, opened cosmetics and everything that was made to your measure.

# Refunds
The amount goes back to the means of payment that you used. Shipping is refunded when all of the order comes back.
`,
  ),
  source(
    'customs',
    'Orders from outside the European Union',
    `Parcels to Switzerland, Norway, Canada and Japan pass customs. The carrier collects duties and import tax at the door. We declare the true value, and cannot mark a parcel as a gift.

Delivery takes five to ten working days, and longer before holidays.
`,
    'text',
  ),
  source(
    'privacy',
    'What we know about you',
    `<h1>Personal data</h1><p>We keep your name, address and orders. Card numbers never reach us: the payment provider keeps them.</p><h2>Deleting data</h2><p>Ask for it at any time. Tax law makes us keep invoices for ten years.</p><h2>Cookies</h2><p>One cookie holds your basket. There is no tracking by others.</p>`,
    'html',
  ),
  source(
    'api',
    'Connecting your own shop system',
    `# Authentication
Send your key in the header \`Authorization\`.

# Stock levels
\`\`\`http
GET /v1/stock?sku=WOOL-42
\`\`\`
The answer has one line per warehouse.

# Limits
Sixty requests a minute. Error 429 says how long to wait.
`,
  ),
  source(
    'repairs',
    'The workshop',
    `We mend zips, seams, holes and buttons, also on things that we have not made. Send a photo for an estimate. A new zip costs about 25, a hole in a jumper about 15. Repairs take two weeks; in winter three.
`,
    'text',
  ),
  source(
    'materials',
    'Where our materials come from',
    `# Merino wool
From farms in Tasmania that forgo mulesing.

# Down
A by-product of European farms, traceable by the number on the label.

# Dyes
Plant dyes fade in the sun. Keep dyed linen out of bright windows.
`,
  ),
  source(
    'b2b',
    'Ordering for companies',
    `Companies order on invoice, payable within 30 days. Logos are stitched from ten pieces on. With a VAT number of another EU country no tax is charged.
`,
    'text',
  ),
  source(
    'gifts',
    'Vouchers and gift wrapping',
    `Vouchers come by e-mail or on paper, from 10 to 500. They are valid for three years. Gift wrapping costs 3; we put no price into the box.
`,
    'text',
  ),
];
