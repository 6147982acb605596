import type { FaqText } from './shop-faqs.ts';

// FAQs of a town: another subject than the shop, with several FAQs for each topic, in several languages and scripts.

const faq = (id: string, language: string, question: string, ...others: string[]): FaqText => {
  const [answer = '', ...alternateQuestions] = others.toReversed();
  return { id, language, question, alternateQuestions: alternateQuestions.toReversed(), answer };
};

export const townFaqs: readonly FaqText[] = [
  faq(
    'passport-new',
    'en',
    'How do I apply for a passport?',
    'Book a visit at the town hall and bring a photo, your old document and 60 in cash or by card.',
  ),
  faq(
    'passport-lost',
    'en',
    'I have lost my passport',
    'My passport was stolen',
    'Report it to the police first; with their paper you get a temporary document on the same day.',
  ),
  faq(
    'passport-child',
    'en',
    'Does my child need a passport?',
    'From birth, for travel outside the union. Both parents sign the form.',
  ),
  faq(
    'doctor-visit',
    'en',
    'How do I make an appointment with a doctor?',
    'Call the clinic between eight and ten, or choose a time in the app “Clinic+”.',
  ),
  faq(
    'doctor-night',
    'en',
    'Who helps at night and on weekends?',
    'The emergency practice beside the hospital, without an appointment. In danger of life dial 112.',
  ),
  faq(
    'vaccination',
    'en',
    'Where can I get vaccinated against the flu (COVID-19 too)?',
    'In every pharmacy with the green sign. Bring your health card.',
  ),
  faq(
    'library-card',
    'en',
    'What does a library card cost?',
    'Nothing for children, 12 a year for adults. Lost cards are replaced for 3.',
  ),
  faq(
    'library-late',
    'en',
    'What happens when I bring books back late?',
    'A fee of 0.20 a day and book, 10 at most. Renew loans online until the day before.',
  ),
  faq(
    'pool-hours',
    'en',
    'Opening hours of the swimming pool',
    'Every day from 7:00 to 21:00. The outdoor pool opens from May to September.',
  ),
  faq(
    'pool-lessons',
    'en',
    'Are there swimming lessons for children?',
    'From five years on, ten afternoons each. Register at the desk of the pool.',
  ),
  faq(
    'waste-glass',
    'en',
    'Where do I throw away glass bottles?',
    'Into the containers at the supermarket, by colour. Window panes go to the depot.',
  ),
  faq(
    'waste-bulky',
    'en',
    'How do I get rid of an old sofa?',
    'The truck for bulky waste comes twice a year to every address: order it online.',
  ),
  faq(
    'parking-permit',
    'en',
    'Parking permit for residents',
    'Valid for a year in your own zone. Apply with your licence plate, such as HX-204.',
  ),
  faq(
    'parking-fine',
    'en',
    'I want to appeal a parking fine',
    'Write within two weeks and give the number on the notice. Paying ends the matter.',
  ),
  faq(
    'wifi',
    'en',
    'Is there free Wi-Fi in the town?',
    'At the station, in the library and on the market square: the network is called “Town+”.',
  ),
  faq(
    'dog-tax',
    'en',
    'Must I register my dog? 🐕',
    'Within two weeks, with its chip number. The tax is 90 a year, and less for rescued dogs.',
  ),
  faq(
    'c-course',
    'en',
    'Do you teach C++ or C#?',
    'The evening school has courses in C++ and Python, and an open laboratory on Thursdays.',
  ),
  faq(
    'pt-escola',
    'pt',
    'Como faço a matrícula na escola?',
    'Leve a certidão de nascimento e o comprovante de residência até 30 de janeiro.',
  ),
  faq(
    'pt-musica',
    'pt-BR',
    'Há aulas de música para crianças?',
    'Às quartas-feiras, na casa de cultura; os violões são emprestados.',
  ),
  faq(
    'es-medico',
    'es',
    '¿Cómo pido cita con el médico?',
    'Llame al centro de salud por la mañana o use la aplicación.',
  ),
  faq(
    'es-basura',
    'es',
    '¿Qué días recogen la basura?',
    'Los lunes y los jueves, después de las ocho de la tarde.',
  ),
  faq(
    'de-anmeldung',
    'de',
    'Wie melde ich meine neue Wohnung an?',
    'Mit der Bestätigung des Vermieters innerhalb von zwei Wochen im Bürgeramt.',
  ),
  faq(
    'de-strasse',
    'de',
    'Wer räumt im Winter den Schnee von der Straße?',
    'Auf Fahrbahnen die Stadt, auf Gehwegen die Anlieger bis sieben Uhr.',
  ),
  faq(
    'fr-creche',
    'fr',
    'Comment inscrire mon enfant à la crèche ?',
    'Déposez la demande à la mairie six mois avant la rentrée.',
  ),
  faq(
    'it-biblioteca',
    'it',
    'Quanti libri posso prendere in prestito?',
    'Dieci libri per quattro settimane; le riviste per una.',
  ),
  faq(
    'nl-fiets',
    'nl',
    'Mijn fiets is weggehaald, waar vind ik hem terug?',
    'Bij het depot achter het station, elke werkdag na twaalf uur.',
  ),
  faq('zh-huzhao', 'zh', '怎么申请新护照？', '请预约市政厅，带上照片和旧护照。'),
  faq('zh-youyong', 'zh', '游泳池几点开门？', '每天早上七点到晚上九点。'),
  faq('ja-gomi', 'ja', '粗大ごみはどこに出しますか？', 'インターネットで回収を予約してください。'),
  faq(
    'ko-tosogwan',
    'ko',
    '도서관 카드는 얼마예요?',
    '어린이는 무료, 어른은 일 년에 12유로입니다.',
  ),
  faq('th-sa', 'th', 'สระว่ายน้ำเปิดกี่โมง', 'เปิดทุกวันตั้งแต่เจ็ดโมงเช้าถึงสามทุ่ม'),
  faq('ar-jawaz', 'ar', 'كيف أحصل على جواز سفر جديد؟', 'احجز موعدا في البلدية وأحضر صورة.'),
  faq('ru-pasport', 'ru', 'Как получить новый паспорт?', 'Запишитесь в ратушу и принесите фото.'),
];
