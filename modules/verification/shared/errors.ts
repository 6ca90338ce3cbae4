import { errorCode } from "#kit/contract/error-code.ts";

export const verificationClosed = errorCode("verification_closed", {
  status: 409,
  en: "Your documents are being reviewed or have been accepted, so you can't add any right now.",
  ru: "Ваши документы проверяются или уже приняты: сейчас ничего добавить нельзя.",
  kk: "Құжаттарыңыз тексерілуде немесе қабылданған: қазір ештеңе қосуға болмайды.",
  when: "a document, or a submission, while a check runs or after it passed; `data.status` says which",
});
export const tooYoung = errorCode("too_young", {
  status: 403,
  en: "According to this date of birth, you're under 18, so bets and deposits are closed. If you mistyped it, enter the correct date: we'll ask for a document that proves your age.",
  ru: "По этой дате рождения вам нет 18 лет, поэтому игра и пополнение закрыты. Если вы ошиблись при вводе, укажите верную дату: мы попросим документ, подтверждающий возраст.",
  kk: "Бұл туған күн бойынша сіз 18 жасқа толмағансыз, сондықтан ойын мен толтыру жабық. Қате терсеңіз, дұрыс күнді енгізіңіз: жасыңызды растайтын құжат сұраймыз.",
  when: "a birth date of somebody under 18; `data.from` is the day they come of age, until which they can neither play nor deposit, unless a document proves their age sooner",
});
export const birthDateInReview = errorCode("birth_date_in_review", {
  status: 409,
  en: "You entered a different date of birth before. Please upload a document that proves your age: our team will compare the dates.",
  ru: "Раньше вы указали другую дату рождения. Загрузите документ, подтверждающий возраст: наши сотрудники сверят даты.",
  kk: "Бұған дейін басқа туған күнді көрсеткенсіз. Жасыңызды растайтын құжат жүктеңіз: қызметкерлеріміз күндерді салыстырады.",
  when: "a second date of birth that differs from the first: both are kept, and a person decides by the document",
});
export const documentsMissing = errorCode("documents_missing", {
  status: 409,
  en: "Please add your identity document and a photo of yourself first.",
  ru: "Сначала добавьте документ и своё фото.",
  kk: "Алдымен құжатыңызды және өз фотоңызды қосыңыз.",
  when: "a submission without the documents a check needs; `data.missing` names them",
});
export const checkSignatureInvalid = errorCode("check_signature_invalid", {
  status: 401,
  en: "Invalid message signature.",
  ru: "Подпись сообщения неверна.",
  kk: "Хабарламаның қолтаңбасы дұрыс емес.",
  when: "a message of the verification company that is not signed, signed wrongly, or older than five minutes",
});
