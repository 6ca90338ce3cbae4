import { errorCode } from "#kit/contract/error-code.ts";

export const verificationClosed = errorCode("verification_closed", {
  status: 409,
  en: "Your documents are being checked, or have been accepted: nothing can be added now.",
  ru: "Ваши документы проверяются или уже приняты: сейчас ничего добавить нельзя.",
  kk: "Құжаттарыңыз тексерілуде немесе қабылданған: қазір ештеңе қосуға болмайды.",
  when: "a document, or a submission, while a check runs or after it passed; `data.status` says which",
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
  en: "The signature of the message is not right.",
  ru: "Подпись сообщения неверна.",
  kk: "Хабарламаның қолтаңбасы дұрыс емес.",
  when: "a message of the verification company that is not signed, signed wrongly, or older than five minutes",
});
