import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  changeRole,
  changeStanding,
  inviteAgain,
  inviteOperator,
  type OperatorView,
  readOperators,
} from "#modules/operators/shared/contract.ts";
import { type Role, roles } from "#modules/operators/shared/permissions.ts";
import { call } from "./api.ts";
import { EmergenciesPanel } from "./emergencies-panel.tsx";
import { Decide } from "./parts/decide.tsx";
import { Moment } from "./parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "./parts/office-page.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";
import { useSession } from "./session.ts";

const tones = { active: "good", invited: "info", locked: "bad", disabled: "plain" } as const;

/** The operators: their roles and state, and invitations of new ones. */
export function OperatorsPage() {
  const { t } = useTranslation("office");
  const { may, me } = useSession();
  const people = useOfficeQuery(readOperators, {});
  const [sent, setSent] = useState<Sent>();
  const canChange = may("operators.write");
  return (
    <OfficePage title={t("pages.operators")} aside={canChange && <Invite sent={setSent} reload={people.reload} />}>
      <div role="status">{sent && <SentNote sent={sent} />}</div>
      <Panel>
        <Read of={people}>
          {({ data }) => (
            <Table
              name={t("pages.operators")}
              head={[
                t("operators.name"),
                t("players.email"),
                t("operators.role"),
                t("operators.last_login"),
                t("players.state"),
                ">",
              ]}
              empty=""
              rows={data.map(person => ({
                key: person.id,
                cells: [
                  <b key="name">{person.name}</b>,
                  person.email,
                  t(`roles.${person.role}`),
                  <Moment key="login" at={person.last_login_at} />,
                  <State key="state" person={person} />,
                  canChange && person.id !== me.id ? (
                    <Changes key="do" person={person} sent={setSent} reload={people.reload} />
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <EmergenciesPanel />
    </OfficePage>
  );
}

/** The result of an invitation or a role change: done, with a mail sent, or a request that another owner approves. */
interface Sent {
  readonly to: string;
  readonly request: string | null;
}

interface AfterChange {
  sent(what: Sent | undefined): void;
  reload(): void;
}

function SentNote({ sent: { to, request } }: { sent: Sent }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t(request === null ? "operators.sent" : "operators.asked")}>
      <p className="note">{t(request === null ? "operators.sent_text" : "operators.asked_text", { to })}</p>
      {request !== null && (
        <p className="note">
          <Link className="link" to={`/approvals/${request}`}>
            {t("operators.asked_open")}
          </Link>
        </p>
      )}
    </Panel>
  );
}

function State({ person: { state, approves_from } }: { person: OperatorView }) {
  const { t } = useTranslation("office");
  return (
    <span className="named">
      <Tag tone={tones[state]}>{t(`operators.${state}`)}</Tag>
      {state === "active" && approves_from !== null && (
        <span className="muted sm">
          {" "}
          {t("operators.approves_from")} <Moment at={approves_from} />
        </span>
      )}
    </span>
  );
}

function RolePick({ role, pick }: { role: Role; pick(role: Role): void }) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("operators.role")}
      <select value={role} onChange={event => pick(event.target.value as Role)}>
        {roles.map(each => (
          <option key={each} value={each}>
            {t(`roles.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Invite({ sent, reload }: AfterChange) {
  const { t } = useTranslation("office");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  return (
    <Decide
      action={t("operators.invite")}
      title={t("operators.invite_title")}
      text={t(role === "owner" ? "operators.owner_text" : "operators.invite_text")}
      asksReason
      onDecide={async reason => {
        const { request } = (await call(inviteOperator, { body: { name, email, role, reason } })).data;
        sent({ to: email, request });
        reload();
      }}
    >
      <label className="field">
        {t("operators.name")}
        <input required minLength={2} maxLength={60} value={name} onChange={event => setName(event.target.value)} />
      </label>
      <label className="field">
        {t("players.email")}
        <input type="email" required value={email} onChange={event => setEmail(event.target.value)} />
      </label>
      <RolePick role={role} pick={setRole} />
    </Decide>
  );
}

function Changes({ person, sent, reload }: { person: OperatorView } & AfterChange) {
  const { t } = useTranslation("office");
  const { id, name, email } = person;
  const [role, setRole] = useState<Role>(person.role);
  const isOut = person.state === "disabled";
  return (
    <span className="row end">
      <Link className="btn s" to={`/sessions/${id}`}>
        {t("sessions.title")}
      </Link>
      <Decide
        action={t("operators.role")}
        title={t("operators.role_title", { name })}
        text={t(role === "owner" ? "operators.owner_text" : "operators.role_text")}
        asksReason
        onDecide={async reason => {
          const { request } = (await call(changeRole, { params: { id }, body: { role, reason } })).data;
          sent(request === null ? undefined : { to: email, request });
          reload();
        }}
      >
        <RolePick role={role} pick={setRole} />
      </Decide>
      <Decide
        action={t("operators.invite_again")}
        title={t("operators.invite_again_title", { name })}
        text={t(person.role === "owner" ? "operators.owner_again_text" : "operators.invite_again_text")}
        asksReason
        onDecide={async reason => {
          const { request } = (await call(inviteAgain, { params: { id }, body: { reason } })).data;
          sent({ to: email, request });
          reload();
        }}
      />
      <Decide
        action={t(isOut || person.state === "locked" ? "operators.enable" : "operators.disable")}
        title={t(isOut || person.state === "locked" ? "operators.enable_title" : "operators.disable_title", { name })}
        asksReason
        dangerous={!isOut && person.state !== "locked"}
        onDecide={async reason => {
          const disabled = !isOut && person.state !== "locked";
          await call(changeStanding, { params: { id }, body: { disabled, reason } });
          reload();
        }}
      />
    </span>
  );
}
