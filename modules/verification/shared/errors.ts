import { errorCode } from "#kit/contract/error-code.ts";

export const verificationClosed = errorCode("verification_closed", {
  status: 409,
  en: "Your documents are being checked, or have been accepted: nothing can be added now.",
  ru: "Ваши документы проверяются или уже приняты: сейчас ничего добавить нельзя.",
  kk: "Құжаттарыңыз тексерілуде немесе қабылданған: қазір ештеңе қосуға болмайды.",
  when: "a document, or a submission, while a check runs or after it passed; `data.status` says which",
});
export const tooYoung = errorCode("too_young", {
  status: 403,
  en: "You can play here from the day you are 18.",
  ru: "Играть здесь можно с того дня, когда вам исполнится 18 лет.",
  kk: "Мұнда 18 жасқа толған күннен бастап ойнауға болады.",
  when: "a birth date of somebody under 18; `data.from` is the day he comes of age, until which he can neither play nor deposit",
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
