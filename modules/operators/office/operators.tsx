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
  unlockOperator,
} from "#modules/operators/shared/contract.ts";
import { type Role, roles } from "#modules/operators/shared/permissions.ts";
import { call } from "./api.ts";
import { EmergenciesPanel } from "./emergencies-panel.tsx";
import { AskedNote } from "./parts/asked-note.tsx";
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
  const [request, setRequest] = useState<string>();
  const canChange = may("operators.write");
  return (
    <OfficePage title={t("pages.operators")} aside={canChange && <Invite asked={setRequest} />}>
      <p className="note muted">{t("operators.rule")}</p>
      <AskedNote request={request} />
      <Panel>
        <Read of={people}>
          {({ data }) => (
            <Table
              name={t("pages.operators")}
              head={[
                t("operators.name"),
                t("players.email"),
                t("operators.role"),
                t("operators.factors"),
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
                  <Factors key="factors" factors={person.factors} />,
                  <Moment key="login" at={person.last_login_at} />,
                  <State key="state" person={person} />,
                  canChange && person.id !== me.id ? (
                    <Changes key="do" person={person} asked={setRequest} reload={people.reload} />
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

interface AfterChange {
  /** With the request that another owner has to approve. */
  asked(request: string): void;
}

function Factors({ factors: { app, passkeys } }: { factors: OperatorView["factors"] }) {
  const { t } = useTranslation("office");
  const shown = [app && t("operators.app"), passkeys > 0 && t("operators.passkeys", { n: passkeys })].filter(Boolean);
  return <span className="sm">{shown.join(", ") || "—"}</span>;
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

function Invite({ asked }: AfterChange) {
  const { t } = useTranslation("office");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  return (
    <Decide
      action={t("operators.invite")}
      title={t("operators.invite_title")}
      text={t("operators.invite_text")}
      asksReason
      onDecide={async reason =>
        asked((await call(inviteOperator, { body: { name, email, role, reason } })).data.request)
      }
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

function Changes({ person, asked, reload }: { person: OperatorView; reload(): void } & AfterChange) {
  const { t } = useTranslation("office");
  const { id, name } = person;
  const params = { id };
  const [role, setRole] = useState<Role>(person.role);
  const isOut = person.state === "disabled";
  return (
    <span className="row end">
      <Link className="btn s" to={`/sessions/${id}`}>
        {t("sessions.title")}
      </Link>
      {person.state === "locked" && (
        <Decide
          action={t("operators.unlock")}
          title={t("operators.unlock_title", { name })}
          text={t("operators.unlock_text")}
          asksReason
          onDecide={async reason => {
            await call(unlockOperator, { params, body: { reason } });
            reload();
          }}
        />
      )}
      <Decide
        action={t("operators.role")}
        title={t("operators.role_title", { name })}
        text={t("operators.role_text")}
        asksReason
        onDecide={async reason => asked((await call(changeRole, { params, body: { role, reason } })).data.request)}
      >
        <RolePick role={role} pick={setRole} />
      </Decide>
      <Decide
        action={t("operators.invite_again")}
        title={t("operators.invite_again_title", { name })}
        text={t("operators.invite_again_text")}
        asksReason
        onDecide={async reason => asked((await call(inviteAgain, { params, body: { reason } })).data.request)}
      />
      <Decide
        action={t(isOut ? "operators.enable" : "operators.disable")}
        title={t(isOut ? "operators.enable_title" : "operators.disable_title", { name })}
        text={t(isOut ? "operators.enable_text" : "operators.disable_text")}
        asksReason
        dangerous={!isOut}
        onDecide={async reason =>
          asked((await call(changeStanding, { params, body: { disabled: !isOut, reason } })).data.request)
        }
      />
    </span>
  );
}
