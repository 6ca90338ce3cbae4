import { errorCode } from "#kit/contract/error-code.ts";

export const operatorRefused = errorCode("operator_refused", {
  status: 401,
  en: "Incorrect email or password. After three failed attempts, the account is locked for 30 minutes.",
  ru: "Почта или пароль не подходят. После трёх неудач вход закрыт на полчаса.",
  kk: "Пошта немесе құпиясөз дұрыс емес. Үш сәтсіз әрекеттен кейін кіру жарты сағатқа жабылады.",
  when: "an operator's e-mail, password or second factor is not right, the account is locked or disabled; the error does not say which",
});
export const codeRefused = errorCode("operator_code_refused", {
  status: 401,
  en: "This code is incorrect or has expired. After three failed attempts, the account is locked for 30 minutes.",
  ru: "Код не подходит. После трёх неудач вход закрыт на полчаса.",
  kk: "Код жарамсыз. Үш сәтсіз әрекеттен кейін кіру жарты сағатқа жабылады.",
  when: "an operator's code is wrong or was used, the first step is too old, or the account is now locked",
});
export const invitationOver = errorCode("invitation_over", {
  status: 404,
  en: "This invitation was already used or has expired. Ask for a new one.",
  ru: "Это приглашение уже использовано или истекло. Попросите новое.",
  kk: "Бұл шақыру қолданылған немесе мерзімі өткен. Жаңасын сұраңыз.",
  when: "an operator's invitation is unknown, used, replaced by a later one or older than a day",
});
export const weakPassword = errorCode("operator_password_weak", {
  status: 422,
  en: "Use at least 12 characters and avoid common passwords.",
  ru: "Пароль должен быть не короче 12 знаков и не из распространённых.",
  kk: "Құпиясөз кемінде 12 таңбадан тұрсын және жиі кездесетін болмасын.",
  when: "an operator's new password is short, common or their own e-mail",
});
export const operatorExists = errorCode("operator_exists", {
  status: 409,
  en: "An operator with this email already exists.",
  ru: "Оператор с такой почтой уже есть.",
  kk: "Мұндай поштасы бар оператор бар.",
  when: "an operator is added with an e-mail that another one has",
});
export const ownRights = errorCode("own_rights", {
  status: 409,
  en: "You can't change your own access, and the last owner can't be removed.",
  ru: "Нельзя менять собственные права и удалять последнего владельца.",
  kk: "Өз құқықтарыңызды өзгертуге және соңғы иені алып тастауға болмайды.",
  when: "an operator changes themselves or approves such a change, or no owner who can sign in would remain",
});
export const secondPersonNeeded = errorCode("second_person_needed", {
  status: 409,
  en: "You requested this yourself. Another person has to decide.",
  ru: "Вы сами это запросили. Решение должен принять другой человек.",
  kk: "Мұны өзіңіз сұрағансыз. Шешімді басқа адам қабылдауы керек.",
  when: "an operator approves or decides their own request",
});
export const approverNew = errorCode("approver_new", {
  status: 409,
  en: "New operators, and those with a new role or new sign-in details, can't approve anything for 24 hours.",
  ru: "Первые 24 часа после приглашения, смены роли или повторного приглашения одобрять ничего нельзя.",
  kk: "Шақырудан, рөл ауысқаннан немесе қайта шақырудан кейін 24 сағат бойы ештеңе мақұлдауға болмайды.",
  when: "an operator approves within 24 hours of accepting an invitation or of a change of role; `data.from` says from when they can",
});
export const approverLinked = errorCode("approver_linked", {
  status: 409,
  en: "One of you invited the other, so you can't approve each other's requests. Ask a third person.",
  ru: "Один из вас пригласил другого, поэтому одобрять запросы друг друга нельзя. Обратитесь к третьему человеку.",
  kk: "Біріңіз екіншіңізді шақырғансыз, сондықтан бір-біріңіздің сұрауыңызды мақұлдай алмайсыз. Үшінші адамға жүгініңіз.",
  when: "the approver invited the requester or an earlier approver, or was invited by them",
});
export const noSecondOwner = errorCode("no_second_owner", {
  status: 409,
  en: "This needs two owners, and no other owner is active. First add one from the server console.",
  ru: "Для этого нужно согласие двух владельцев, а другого активного владельца нет. Сначала добавьте его через консоль сервера.",
  kk: "Бұған екі иенің келісімі керек, ал басқа белсенді ие жоқ. Алдымен сервер консолі арқылы біреуін қосыңыз.",
  when: "an owner requests to add or re-invite an owner, or to give that role, while no other owner can sign in",
});
